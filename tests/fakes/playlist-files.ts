// Playlists as the services and players of the field write them: their columns, letters and quirks.

const BOM = "\ufeff";

/** Exportify, as its fork at exportify.net writes it: artists are joined with semicolons. */
export const exportifyCsv = `${BOM}"Track URI","Track Name","Album Name","Artist Name(s)","Release Date","Duration (ms)","Popularity","Explicit","Added By","Added At","Genres","Record Label","Danceability"
"spotify:track:07nog2WGKrjfn9T4q2xpC8","Come On Let's Go","The Noise Made by People","Broadcast","2000-03-20","197506","52","false","spotify:user:ada","2018-12-23T10:12:16Z","dream pop,indietronica","Warp Records","0.51"
"spotify:track:5CQ30WqJwcep0pYcV4AMNc","Under Pressure","Hot Space","Queen;David Bowie","1982-05-21","248440","82","false","spotify:user:ada","2019-01-02T08:00:00Z","","EMI","0.67"
"spotify:local:::Rain:180","","","","","","","","spotify:user:ada","","","",""
`;

/** The original Exportify: artists joined with commas, and commas of their own escaped. */
export const oldExportifyCsv = `"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Artist URI(s)","Album Artist Name(s)","Album Release Date","Album Image URL","Disc Number","Track Number","Track Duration (ms)","Track Preview URL","Explicit","Popularity","ISRC","Added By","Added At"\r
"spotify:track:1","September","spotify:artist:1","Earth\\, Wind & Fire","spotify:album:1","Greatest Hits","spotify:artist:1","Earth\\, Wind & Fire","1978-11-23","https://i.scdn.co/image/1","1","4","215093","","false","84","USSM17800845","spotify:user:ada","2020-05-01T00:00:00Z"\r
"spotify:track:2","He said ""no""","spotify:artist:2","Low","spotify:album:2","=SUM(A1:A9)","spotify:artist:3","Various Artists","1999","","1","1","61400","","false","1","","",""\r
`;

/** TuneMyMusic: several playlists in one file, and videos whose artist stands in the title. */
export const tuneMyMusicCsv = `Track name,Artist name,Album,Playlist name,Type,ISRC,Spotify - id
Panama,Van Halen,1984,Rock,Playlist,USWB10400044,05RgAMGypEvqhNs5hPCbMS
Jump,Van Halen,1984,Rock,Playlist,,
Vogue,Madonna,I'm Breathless,Pop,Playlist,,
,,,Liked videos,Favorite,,
Kate Bush - Running Up That Hill (A Deal With God),,,Liked videos,Favorite,,
Self Aware x Babydoll,,,Liked videos,Favorite,,
Cloudbusting,Kate Bush - Topic,,Liked videos,Favorite,,
`;

/** Soundiiz: semicolons, a byte order mark, and durations such as "225s". */
export const soundiizCsv = `${BOM}title;artist;album;isrc;addedDate;addedBy;duration;url
Blinding Lights;The Weeknd;After Hours;USUG11904206;2021-03-01;ada;200s;https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b
"Semi;colon";"Sigur Rós";"( )";;;;"";
`;

/** ListenBrainz's API and its exports: what is known beside title, artist and album, and HTML for the description. */
export const listenbrainzJspf = JSON.stringify({
  playlist: {
    annotation: "<p>Songs we <b>like</b> &amp; share</p>",
    creator: "rob",
    date: "2023-11-05T10:00:00+00:00",
    extension: {
      "https://musicbrainz.org/doc/jspf#playlist": { creator: "rob", public: true, last_modified_at: "2023" },
    },
    identifier: "https://listenbrainz.org/playlist/4245ccd3-4f0d-4276-95d6-2e09d87b5546",
    title: "Weekly Jams",
    track: [
      {
        album: "Dots and Loops",
        creator: "Stereolab",
        duration: 291_000,
        extension: { "https://musicbrainz.org/doc/jspf#track": { added_by: "rob", artist_identifiers: [] } },
        identifier: ["https://musicbrainz.org/recording/1c0e3f1e-0b3b-4f4c-9a56-ff2ad7b39d5a"],
        title: "Brakhage",
      },
      {
        creator: "Queen & David Bowie",
        identifier: "https://musicbrainz.org/recording/2",
        title: "Under Pressure",
      },
      { creator: "[unknown]", title: "Home recording" },
      { identifier: ["https://musicbrainz.org/recording/3"] },
    ],
  },
});

/** As long as ListenBrainz's details of this many songs. */
export function makeLongJspf(count: number) {
  const extension = {
    "https://musicbrainz.org/doc/jspf#track": {
      added_at: "2023-11-05T10:00:00.000000+00:00",
      added_by: "rob",
      additional_metadata: {
        artists: [{ artist_credit_name: "Low", artist_mbid: "x".repeat(36), join_phrase: "" }],
        caa_id: 1,
        caa_release_mbid: "x".repeat(36),
      },
      artist_identifiers: [`https://musicbrainz.org/artist/${"x".repeat(36)}`],
    },
  };
  const track = Array.from({ length: count }, (_, index) => ({
    ...{ title: `Song ${index + 1}`, creator: "Low", album: "Hey What", duration: 200_000, extension },
    identifier: [`https://musicbrainz.org/recording/${"x".repeat(36)}`],
  }));
  return { playlist: { title: "The long one", annotation: "", creator: "rob", track } };
}

/** VLC: details of its own, no title for files without tags, escaped and numbered signs. */
export const vlcXspf = `<?xml version="1.0" encoding="UTF-8"?>
<playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/" version="1">
	<title>Playlist &amp; more</title>
	<trackList>
		<track>
			<location>file:///home/ada/Music/Low/Things%20We%20Lost/01%20-%20Sunflower.mp3</location>
			<title>Sunflower</title>
			<creator>Low</creator>
			<album>Things We Lost in the Fire</album>
			<trackNum>1</trackNum>
			<duration>281333</duration>
			<extension application="http://www.videolan.org/vlc/playlist/0">
				<vlc:id>0</vlc:id>
				<title>not the song's</title>
			</extension>
		</track>
		<track>
			<location>file:///home/ada/rain.ogg</location>
			<duration>-1</duration>
		</track>
		<track>
			<title><![CDATA[Ágætis <byrjun>]]></title>
			<creator>Sigur R&#243;s</creator>
		</track>
	</trackList>
</playlist>
`;

/** VLC and most players: artist, title, and a path of any system. */
export const playerM3u = `#EXTM3U
#PLAYLIST:On the road
#EXTINF:281,Low - Sunflower
/home/ada/Music/Low/Things We Lost/01 - Sunflower.mp3
#EXTINF:-1 tvg-id="x" group-title="a, b",Can - Vitamin C
C:\\Music\\Can\\Ege Bamyasi\\02 Vitamin C.flac

#EXTINF:225.6,Broadcast - Tender Buttons - Live
#EXTALB:Tender Buttons
http://radio.example/stream.mp3
`;

/** Apple's Music and iTunes: the title first, lines that end with a carriage return, and the artist in the path. */
export const itunesM3u = [
  "#EXTM3U",
  "#EXTINF:281,Sunflower - Low",
  "/Users/ada/Music/Music/Media.localized/Low/Things We Lost/01 Sunflower.m4a",
  "#EXTINF:184,Vitamin C - Can",
  "file:///Users/ada/Music/Can/Ege%20Bamyasi/02%20Vitamin%20C.m4a",
  "",
].join("\r");

/** Paths alone, as simple players write them. */
export const plainM3u = `Low/Things We Lost in the Fire/01 - Sunflower.mp3
../Sigur Rós/( )/1-02. Untitled 2.flac
# a comment
Can - Vitamin C.mp3
track.mp3
`;

/** Poweramp: a rating before each song, which begins as the lines of a stream do. */
export const powerampM3u = `#EXTM3U
#EXT-X-RATING:5
#EXTINF:281,Low - Sunflower
primary/Music/Low/Things We Lost in the Fire/01 Sunflower.mp3
#EXT-X-RATING:0
primary/Music/Can/Ege Bamyasi/02 - Vitamin C.flac
`;

/** Samsung's player: the paths of a phone alone, where not every file has a folder of its artist. */
export const phoneM3u = `#EXTM3U
/storage/emulated/0/Music/Low/Things We Lost in the Fire/01 Sunflower.mp3
/storage/1A2B-3C4D/Download/Can - Vitamin C.mp3
/storage/emulated/0/Music/Recording.m4a
`;

/** "a" nine times over, twelve levels deep: a billion once it is expanded. */
export const billionLaughsXspf = `<?xml version="1.0"?>
<!DOCTYPE playlist [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join("")}]>
<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>&a12;</title><trackList/></playlist>`;

/** A document that would read a file of the server. */
export const externalEntityXspf = `<?xml version="1.0"?>
<!DOCTYPE playlist [<!ENTITY file SYSTEM "file:///etc/passwd">]>
<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><title>&file;</title><creator>A</creator></track></trackList></playlist>`;

/** The library of iTunes, and a playlist that Music exports as XML. */
export const itunesLibrary = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>Tracks</key><dict><key>10040</key><dict><key>Name</key><string>Spoon</string></dict></dict></dict></plist>
`;
