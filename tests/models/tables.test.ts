// Tables of songs and of records as programs and people of the field write them: files of theirs, and ten variants of each kind.
import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { toText } from "~/language/text";
import { readPlaylistFile } from "~/models/playlist/file/reading.server";
import { readRecordsCsv } from "~/models/record/record-csv.server";
import { decodeText } from "~/models/text-file/text-file.server";

const file = (name: string) => readFileSync(`tests/fakes/tables/${name}`);
const utf16 = (text: string) => iconv.encode(text, "utf-16le", { addBOM: true });
const utf16be = (text: string) => iconv.encode(text, "utf-16be", { addBOM: true });

/** The songs of a file as "artist | title | album | seconds", and what is said of those left out. */
async function songsOf(content: string | Buffer): Promise<string[]> {
  const { playlists } = await readPlaylistFile(Buffer.from(content), "list.txt");
  return playlists.flatMap(({ songs, leftOut }) => [
    ...songs.map(({ artist, title, album, duration }) => [artist, title, album, duration ?? ""].join(" | ")),
    ...leftOut.map(({ message }) => toText(message)),
  ]);
}

/** The records of a file as "artist | album | year | format | condition", and what is said of those changed or left out. */
async function recordsOf(content: string | Buffer): Promise<string[]> {
  const judge = async () => "windows-1252" as const;
  const { text } = await decodeText(Buffer.from(content), { judge });
  const { records, unreadable } = await readRecordsCsv(text);
  return [
    ...records.map(({ artist, album, year, format, condition, wanted, change }) =>
      [
        artist,
        album,
        year ?? "",
        format,
        wanted ? "wanted" : condition,
        ...(change ? [change.message] : []),
      ].join(" | "),
    ),
    ...unreadable.map(({ line, message }) => `${line}: ${message}`),
  ];
}

/** A file, and what is read of it. */
type Variant = [content: string | Buffer, ...read: string[]];

const LOST = " is too long, or its quotation marks don't match.";
const MINUTES = "Can | Spoon | Ege | 183";
const SECONDS = "Can | Spoon | Ege | 9";
const SPOON = "Can | Spoon | Ege Bamyasi | ";
const COMMA = "Can | Ege, Bamyasi | Hits | 183";
const HEROES = 'David Bowie | "Heroes" | Low, High | 372';
const CAPE = 'Bothy Band | Bonnie Ship "The Diamond" | Live | ';
const SOHA = "Adam K & Soha | Twilight | X | ";
const PRESSURE = "Queen, David Bowie | Under Pressure | Hot Space | ";

test.each(
  Object.entries<Variant[]>({
    "files of the field": [
      [
        file("csv-space-before-quote.csv"),
        "Stacey Kent | Les eaux de mars |  | ",
        "Madeleine Peyroux | La Javanaise |  | ",
        "And You Will Know Us | How Near, How Far |  | ",
      ],
      [file("shazam.csv"), "Racoon | Feel Like Flying |  | ", "10,000 Maniacs | Verdi Cries |  | "],
      [file("exportify-de.csv"), "Die Sterne | Kometen | Posen | 201"],
      [file("exportify-fr.csv"), "Serge Gainsbourg | La Javanaise | N° 4 | 151"],
      [file("exportify-spanish.csv"), "KAROL G, Nicki Minaj | Tusa | Tusa | 201"],
      [
        file("apple-music.txt"),
        "Björk | Venus as a Boy | Debut | 282",
        'Floetry | Say "Yes" | Floetic | 267',
        'David Bowie | "Heroes" (2017 Remaster) | "Heroes" | 372',
        '12" Band | 7" Mix | X | 372',
      ],
      [
        file("csv-unescaped-quotes.csv"),
        'Fela Kuti | No Buredi "No Bread" | J.J.D. / Unnecessary Begging | ',
        'Bothy Band | Bonnie Ship "The Diamond", The | Live | ',
        "Fela Kuti | Zombie | Zombie | ",
      ],
      [
        file("html-entities.csv"),
        "Led Zeppelin | Rock & Roll | IV | ",
        "Fleetwood Mac | Don't Stop | Rumours | ",
      ],
      [file("ytm-takeout-songs.csv"), "Björk | Venus as a Boy | Debut | ", PRESSURE],
    ],
    "spaces before a quotation mark": [
      ['Title, Artist, Album, Time\n"Ege, Bamyasi", "Can", "Hits", "3:03"', COMMA],
      ['Title; Artist; Album; Time\n"Ege, Bamyasi"; "Can"; "Hits"; 3:03', COMMA],
      ['Title| Artist| Album| Time\n"Ege, Bamyasi"| "Can"| "Hits"| 183', COMMA],
      ['"Title",\t"Artist",\t"Album",\t"Time"\n"Ege, Bamyasi",\t"Can",\t"Hits",\t"183"', COMMA],
      ['\ufeff"Title", "Artist", "Album", "Time"\r\n"Ege, Bamyasi", "Can", "Hits", "183"\r\n', COMMA],
      ['Title, Artist, Album, Time\r  "Ege, Bamyasi",   "Can",  "Hits",  "183"\r', COMMA],
      [utf16('Title, Artist, Album, Time\r\n"Ege, Bamyasi", "Can", "Hits", "183"'), COMMA],
      ['\n\nTitle, Artist, Album, Time\n"Ege, Bamyasi", "Can", "Hits", "183"', COMMA],
      ['sep=,\nTitle, Artist, Album, Time\n"Ege, Bamyasi", "Can", "Hits", "183"', COMMA],
      [
        'Title, Artist, Album, Note\n"Spoon", "Can", "Ege Bamyasi", ""\n"Ege", "Can", "", ""',
        SPOON,
        "Can | Ege |  | ",
      ],
      [
        'Title, Artist, Album\n"So, ""no"", no", "Can", "He said, ""go"""',
        'Can | So, "no", no | He said, "go" | ',
      ],
      ['Title, Artist, Album\n"Spoon, ", "Can", "Ege\nBamyasi"', "Can | Spoon, | Ege Bamyasi | "],
      [
        'Title, Artist\nPlain, Can\n"Heroes" (live), "David, Bowie"',
        "Can | Plain |  | ",
        'David, Bowie | "Heroes" (live) |  | ',
      ],
    ],
    "a heading below others": [
      ["My playlist,,\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi", SPOON],
      ["Library of Ada; 2026\n\nTitle;Artist;Album\nSpoon;Can;Ege Bamyasi", SPOON],
      ["\r\n\r\nTitle\tArtist\tAlbum\r\nSpoon\tCan\tEge Bamyasi\r\n", SPOON],
      ["\ufeffMine, all of it\nTitle|Artist|Album\nSpoon|Can|Ege Bamyasi", SPOON],
      [utf16("Shazam Library\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi"), SPOON],
      [utf16be("Shazam Library\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi"), SPOON],
      ['"Songs, good ones"\n"of ""Ada"""\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi', SPOON],
      ['A 12" list\n"unfinished\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi', SPOON],
      [`${"a,b,c\n".repeat(9)}Title,Artist,Album\nSpoon,Can,Ege Bamyasi`, SPOON],
      ["Artist,2026\nTitle,100\nTitle,Artist,Album\nSpoon,Can,Ege Bamyasi", SPOON],
      ["sep=;\nMy list\nTitle;Artist;Album\nSpoon;Can;Ege Bamyasi", SPOON],
      ['"Track\nName",Artist,Album\nSpoon,Can,Ege Bamyasi', SPOON],
      ["\tTitle\tArtist\tAlbum\n1\tSpoon\tCan\tEge Bamyasi", SPOON],
    ],
    "headings in other languages": [
      ["Titel;Interpret;Album;Dauer\nSpoon;Can;Ege;3 Min. 3 Sek.", MINUTES],
      ["Nr.;Nummer;Künstler;Titel;Länge\n1;7;Can;Spoon;3:03", "Can | Spoon |  | 183"],
      ["TITRE,ARTISTE,ALBUM,DURÉE\nSpoon,Can,Ege,3 min 03", MINUTES],
      ["Título\tIntérprete\tÁlbum\tDuración\nSpoon\tCan\tEge\t3m 3s", MINUTES],
      [
        "Nome della traccia,Nome dell'artista,Nome dell'album,Durata della traccia (ms)\nSpoon,Can,Ege,9000",
        SECONDS,
      ],
      ["Nummernaam,Naam van artiest,Naam van album,Nummerduur (ms)\nSpoon,Can,Ege,183000", MINUTES],
      ["Nummer;Artiest;Album;Tijdsduur\nSpoon;Can;Ege;3'03''", MINUTES],
      ["Nome da faixa,Nome(s) do artista,Nome do álbum,Duração da faixa (ms)\nSpoon,Can,Ege,183000", MINUTES],
      ["Låtens namn,Artistens namn,Albumets namn,Låtlängd (ms)\nSpoon,Can,Ege,183000", MINUTES],
      ["PARÇA ADI,SANATÇI ADI,ALBÜM ADI,PARÇA SÜRESİ (MS)\nSpoon,Can,Ege,183000", MINUTES],
      [
        "Όνομα κομματιού,Όνομα/τα καλλιτέχνη,Όνομα άλμπουμ,Διάρκεια κομματιού (ms)\nSpoon,Can,Ege,183000",
        MINUTES,
      ],
      ["トラック名,アーティスト名,アルバム名,トラックの長さ（ミリ秒）\nSpoon,Can,Ege,9000", SECONDS],
      ["اسم الأغنية,أسماء الفنانين,اسم الألبوم,مدة الأغنية (بالمللي ثانية)\nSpoon,Can,Ege,9000", SECONDS],
      ["Название трека,Исполнитель,Альбом,Длительность (мс)\nSpoon,Can,Ege,9000", SECONDS],
      [iconv.encode("Stück;Künstler;Album\nSpoon;Can;Ege Bamyasi", "windows-1252"), SPOON],
      ["Ku\u0308nstlername(n),Track-Name,Album-Name\nCan,Spoon,Ege Bamyasi", SPOON],
      ["Titel,Artist,Álbum,PT\nSpoon,Can,Ege Bamyasi,1", SPOON],
    ],
    "text with tabs": [
      ['Name\tArtist\tAlbum\tTime\n"Heroes"\tDavid Bowie\tLow, High\t372', HEROES],
      ['Name\tArtist\tAlbum\tTime\r"Heroes"\tDavid Bowie\t"Low, High"\t6:12\r', HEROES],
      ['\ufeffName\tArtist\tAlbum\tTime\r\n"""Heroes"""\tDavid Bowie\t"Low, High"\t372\r\n', HEROES],
      [utf16('Name\tKünstler\tAlbum\tDauer\r\n"Heroes"\tDavid Bowie\tLow, High\t372'), HEROES],
      [utf16be('Nom\tArtiste\tAlbum\tDurée\r"Heroes"\tDavid Bowie\tLow, High\t372'), HEROES],
      ['"Name"\t"Artist"\t"Album"\t"Time"\n"""Heroes"""\t"David Bowie"\t"Low, High"\t"372"', HEROES],
      ['"Name"\t"Artist"\t"Album"\t"Time"\n"""Heroes"""\t"David\nBowie"\t"Low, High"\t"372"', HEROES],
      ['Name\tArtist\tAlbum\tTime\n"Heroes\tDavid Bowie\tX\t372', 'David Bowie | "Heroes | X | 372'],
      ['Name\tArtist\tAlbum\tTime\nHeroes"\tDavid Bowie\tX\t372', 'David Bowie | Heroes" | X | 372'],
      ['Name\tArtist\n"Heroes" and "Villains"\tBeach Boys', 'Beach Boys | "Heroes" and "Villains" |  | '],
      ['sep=\t\nName\tArtist\tAlbum\tTime\n"Heroes"\tDavid Bowie\tLow, High\t372', HEROES],
      ["Name\tArtist\tAlbum\n\t\tX\nSpoon\tCan\tEge Bamyasi\n", SPOON, "No title."],
    ],
    "quotation marks that are not doubled": [
      ['"Title","Artist","Album"\n"Bonnie Ship "The Diamond"","Bothy Band","Live"', CAPE],
      ['"Title";"Artist";"Album"\n"Bonnie Ship "The Diamond"";"Bothy Band";"Live"', CAPE],
      ['"Title"|"Artist"|"Album"\r\n"Bonnie Ship "The Diamond""|"Bothy Band"|"Live"\r\n', CAPE],
      ['"Title"\t"Artist"\t"Album"\n"Bonnie Ship "The Diamond""\t"Bothy Band"\t"Live"', CAPE],
      ['Title,Artist,Album\r"Bonnie Ship "The Diamond"",Bothy Band,Live\r', CAPE],
      ['Album,Artist,Title\nLive,Bothy Band,"Bonnie Ship "The Diamond""', CAPE],
      [utf16('"Title", "Artist", "Album"\n"Bonnie Ship "The Diamond"", "Bothy Band", "Live"'), CAPE],
      ['"Title","Artist","Album"\n"A "B", C","D "E"","F"', 'D "E" | A "B", C | F | '],
      [
        'Title,Artist\n"Heroes" (live),David Bowie\n""Heroes"",David Bowie',
        'David Bowie | "Heroes" (live) |  | ',
        'David Bowie | "Heroes" |  | ',
      ],
      ['Title,Artist,Album\nSpoon,Can,Ege Bamyasi\n"A "B", C",D,E', SPOON, `Line 3${LOST}`],
      ['Title,Artist,Album\nSpoon,Can,Ege Bamyasi\n"Vitamin C,Can,Ege', SPOON, `Line 3${LOST}`],
      ['Title,Artist,Album\n7" Mix,12" Band,Ege "Bamyasi"', '12" Band | 7" Mix | Ege "Bamyasi" | '],
      ['"Title","Artist","Album"\n"Spoon","Can","Ege Bamyasi"\n"S","","A "B""', SPOON, "No artist."],
    ],
    "HTML entities": [
      ["Title,Artist,Album\nTwilight,Adam K &amp; Soha,X", SOHA],
      ["Title;Artist;Album\nTwilight;Adam K & Soha;X", SOHA],
      ["Title\tArtist\tAlbum\nTwilight\tAdam K &#38; Soha\tX", SOHA],
      ["Title,Artist,Album\nTwilight,Adam K &#x26; Soha,X", SOHA],
      ["Title,Artist,Album\nTwilight,Adam K &amp;amp; Soha,X", "Adam K &amp; Soha | Twilight | X | "],
      [
        "Title,Artist,Album\nTwilight,Adam K &amp; Soha,X\nA & B,C,D",
        "Adam K &amp; Soha | Twilight | X | ",
        "C | A & B | D | ",
      ],
      ["Title,Artist,Album,URL\nTwilight,Adam K &amp; Soha,X,https://x.example/?a=1&b=2", SOHA],
      ["Title,Artist\nDon&#39;t &quot;Stop&quot;,Sin&eacute;ad", 'Sinéad | Don\'t "Stop" |  | '],
      ['Title;Artist\n"A;&nbsp;B";C&rsquo;D', "C’D | A; B |  | "],
      ["Title,Artist\nR&B;,Low &unknown; Sun &lt;3", "Low &unknown; Sun <3 | R&B; |  | "],
      [utf16("Title,Artist,Album\nTwilight,Adam K &amp; Soha,X"), SOHA],
      ['{"playlist":{"track":[{"title":"Twilight","creator":"Adam K &amp; Soha","album":"X"}]}}', SOHA],
      ['{"playlist":{"track":[{"title":"Twilight","creator":"Adam K \\u0026amp; Soha","album":"X"}]}}', SOHA],
      [
        "<playlist><trackList><track><title>Twilight</title><creator>Adam K &amp;amp; Soha</creator><album>X</album></track></trackList></playlist>",
        SOHA,
      ],
      [
        "<playlist><trackList><track><title>Twilight</title><creator>Adam K &amp;amp; Soha</creator><album>A &amp; B</album></track></trackList></playlist>",
        "Adam K &amp; Soha | Twilight | A & B | ",
      ],
      ["#EXTM3U\n#EXTINF:5,Adam K &amp; Soha - Twilight\nx.mp3", "Adam K & Soha | Twilight |  | 5"],
    ],
    "further artists in columns of their own": [
      [
        "Song Title,Album Title,Artist Name 1,Artist Name 2\nUnder Pressure,Hot Space,Queen,David Bowie",
        PRESSURE,
      ],
      ["Title;Artist;Artist 2;Album\nUnder Pressure;Queen;David Bowie;Hot Space", PRESSURE],
      ["Title\tArtist1\tArtist2\tAlbum\nUnder Pressure\tQueen\tDavid Bowie\tHot Space", PRESSURE],
      ["Title|Artist (1)|Album|Artist (2)\nUnder Pressure|Queen|Hot Space|David Bowie", PRESSURE],
      ["Title,Artist,Artist,Album\nUnder Pressure,Queen,David Bowie,Hot Space", PRESSURE],
      ["Title,Artist 1,Artist 2,Artist 3,Album\nUnder Pressure,Queen,,David Bowie,Hot Space", PRESSURE],
      ["Title,Artist 1,Artist 2,Album\nUnder Pressure,Queen;David Bowie,Queen,Hot Space", PRESSURE],
      ["Titel,Interpret 1,Interpret 2,Album\nUnder Pressure,Queen,David Bowie,Hot Space", PRESSURE],
      ["Titre;Artiste 1;Artiste 2;Album\nUnder Pressure;Queen;David Bowie;Hot Space", PRESSURE],
      ['Title, Artist 1, Artist 2, Album\n"Under Pressure", "Queen", "David Bowie", "Hot Space"', PRESSURE],
      [
        utf16(
          "Song Title,Album Title,Artist Name 1,Artist Name 2\r\nUnder Pressure,Hot Space,Queen,David Bowie",
        ),
        PRESSURE,
      ],
      ["Title,Artist 1,Artist 2\nUnder Pressure,,", "No artist."],
    ],
  }),
)("songs: %s", async (_, variants) => {
  for (const [content, ...songs] of variants) {
    const read = songsOf(content).catch((error: Error) => [error.message]);
    expect(await read, String(content)).toEqual(
      songs.some((song) => song.includes(" | ")) ? songs : [NO_SONGS],
    );
  }
});

const NO_SONGS = "There are no songs with a title and an artist in this file.";

const vinyl = (record: string) => `${record} | vinyl | very_good`;
const EGE = vinyl("Can | Ege Bamyasi | 1972");
const CAVE = vinyl("Nick Cave & The Bad Seeds | Let Love In | 1994");
const CAN = '"1","","Can","","","Ege Bamyasi","1972","9","o","",';
const RYM =
  "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type,Review";

test.each(
  Object.entries<Variant[]>({
    "files of the field": [
      [file("space-after-comma.csv"), EGE],
      [file("title-row-first.csv"), EGE],
      [
        file("musik-sammler.csv"),
        vinyl("Die Sterne | Posen | 1996"),
        "Fehlfarben | Monarchie und Alltag | 1980 | cd | mint",
      ],
      [file("records-fr.csv"), vinyl("Serge Gainsbourg | N° 4 | 1962")],
      [file("records-html-entities.csv"), CAVE, vinyl("Sinéad O'Connor | The Lion And The Cobra | 1987")],
      [
        file("rym.csv"),
        "Annihilator | Waking the Fury | 2002 | cd | very_good",
        "Sergio Caputo | A tu per tu | 2006 | vinyl | very_good | Media Type “MP3” read as Vinyl.",
        "Can | Ege Bamyasi | 1972 | vinyl | wanted",
        vinyl("Sheena Ringo | Muzai Moratorium & More | 1999"),
      ],
    ],
    "columns, formats and conditions in other languages": [
      [
        "Künstler;Album;Tonträgertyp;Erscheinungsjahr;Zustand\nCan;Ege Bamyasi;Schallplatte;1972;sehr gut",
        EGE,
      ],
      [
        "Interpret,Titel,Medium,Jahr,Erhaltung\nCan,Ege Bamyasi,Langspielplatte,01.11.1972,Sehr guter Zustand",
        `${EGE} | Erhaltung “Sehr guter Zustand” read as Very Good.`,
      ],
      ["ARTISTE;ALBUM;SUPPORT;ANNÉE;ÉTAT\r\nCan;Ege Bamyasi;33 tours;1972;Très bon\r\n", EGE],
      ["Artista\tÁlbum\tFormato\tAño\tEstado\nCan\tEge Bamyasi\tDisco de vinilo\t1972\tMuy bueno", EGE],
      ["Artista|Titolo|Supporto|Anno|Condizioni\nCan|Ege Bamyasi|Vinile 33 giri|1972|Ottimo", EGE],
      ["Artiest;Titel;Drager;Jaar;Staat\nCan;Ege Bamyasi;Elpee;1972;Zeer goed", EGE],
      ["Artista,Título,Suporte,Ano,Conservação\nCan,Ege Bamyasi,Vinil,1972,Muito bom", EGE],
      ["Artist,Titel,Format,År,Skick\nCan,Ege Bamyasi,Vinyl,1972,VG+", EGE],
      ["Wykonawca;Tytuł;Nośnik;Rok;Stan\nCan;Ege Bamyasi;Płyta winylowa;1972;Bardzo dobry", EGE],
      [
        "Исполнитель;Название;Носитель;Год;Состояние\nCan;Ege Bamyasi;Компакт-диск;1972;VG",
        "Can | Ege Bamyasi | 1972 | cd | very_good",
      ],
      [
        "アーティスト,タイトル,フォーマット,発売年\nCan,Ege Bamyasi,カセット,1972年",
        "Can | Ege Bamyasi | 1972 | cassette | very_good",
      ],
      [
        "Artiste;Titre;Support;État\nCan;Ege Bamyasi;Disque compact;Comme neuf",
        "Can | Ege Bamyasi |  | cd | mint",
      ],
      [
        "Interpret;Titel;Format;Zustand\nCan;Ege Bamyasi;Kassette;Gut",
        "Can | Ege Bamyasi |  | cassette | good",
      ],
      [
        'Interpret;Titel;Format;Zustand\nCan;Ege Bamyasi;7" Single;Schlecht',
        "Can | Ege Bamyasi |  | vinyl | fair",
      ],
      [utf16("Künstler\tAlbum\tFormat\tJahr\nCan\tEge Bamyasi\tLP\t1972"), EGE],
      [iconv.encode("Künstler;Album;Format;Jahr;Zustand\nCan;Ege Bamyasi;LP;1972;VG", "windows-1252"), EGE],
    ],
    "headings, marks and entities": [
      [
        'Inventory of "Ada"\n\nArtist, Title, Format, Released\n"Can", "Ege Bamyasi", "LP, Album", "1972"',
        EGE,
      ],
      ["Artist;Title;Format;Year\nNick Cave &amp; The Bad Seeds;Let Love In;LP;1994", CAVE],
      ["Artist;Title;Format;Year\nNick Cave & The Bad Seeds;Let Love In;LP;1994", CAVE],
      [
        '"Artist","Title","Format","Year"\n"Can","Ege "Bamyasi"","2 x 12"","1972"',
        vinyl('Can | Ege "Bamyasi" | 1972'),
      ],
      ['Artist,Title,Format,Year\nCan,Ege Bamyasi,7",1972\nCan,"Landed,LP,1975', EGE, `3: This line${LOST}`],
      [
        'Artist,Title,Format,Year\nCan,"Landed "x", y",LP,1975\nCan,Ege Bamyasi,LP,1972',
        EGE,
        `2: This line${LOST}`,
      ],
      [
        "Artist 1,Artist 2,Title,Year\nQueen,David Bowie,Under Pressure,1981",
        vinyl("Queen, David Bowie | Under Pressure | 1981"),
      ],
      [
        'Artist\tTitle\tFormat\tYear\nDavid Bowie\t"Heroes"\t12"\t1977',
        vinyl('David Bowie | "Heroes" | 1977'),
      ],
      [
        'Artist\tTitle\tFormat\tYear\nDavid Bowie\t"""Heroes"""\t"12"""\t1977',
        vinyl('David Bowie | "Heroes" | 1977'),
      ],
      [
        "Artist,Title,Notes\n'=HYPERLINK(1),'-,'@x\n'+1,-,+\n",
        vinyl("=HYPERLINK(1) | - | "),
        vinyl("+1 | - | "),
      ],
    ],
    RateYourMusic: [
      [`${RYM}\n${CAN}"Vinyl",  ""`, EGE],
      [
        `${RYM}\n"1","Sheena","Ringo","椎名","林檎","Muzai","1999","9","w","","CD",  ""`,
        "Sheena Ringo | Muzai | 1999 | cd | wanted",
      ],
      [`${RYM}\n"1","","Can","","","Landed","1975","9","n","","",  ""\n${CAN}"",  ""`, EGE],
      [`${RYM}\n"1","","Can","","","Landed","1975","9","u","","",  ""\n${CAN}"",  ""`, EGE],
      [
        `${RYM}\r\n"1","","Nick Cave &amp; The Bad Seeds","","","Let Love In","1994","0","o","","Vinyl",  ""\r\n`,
        CAVE,
      ],
      [`\ufeff${RYM}\n"1","","Can","","","Ege Bamyasi","1972","9","","","",  "One, ""two"", three"`, EGE],
      [`${RYM}\n${CAN}"LP",  "One\n\ntwo, ""three"""`, EGE],
      [
        `${RYM}\n"1","","Can","","","The "Ege" one","1972","9","o","","",  ""`,
        vinyl('Can | The "Ege" one | 1972'),
      ],
      [`${RYM.replaceAll(",", ";")}\n"1";"";"Can";"";"";"Ege Bamyasi";"1972";"9";"o";"";"";""`, EGE],
      [`${RYM},Catalog#\n${CAN}"","","X"`, EGE],
      [
        `${RYM}\n"1","","","","","Ege Bamyasi","1972","9","o","","",  ""\n${CAN}"",  ""`,
        EGE,
        "2: Last Name: Artist is required.",
      ],
    ],
  }),
)("records: %s", async (_, variants) => {
  for (const [content, ...records] of variants)
    expect(await recordsOf(content), String(content)).toEqual(records);
});

test("records that are neither owned nor wanted are counted, and don't fill the file", async () => {
  const rated = '"1","","Can","","","Landed","1975","9","n","","",  ""\n';
  const owned = `${CAN}"",  ""\n`;
  expect(await readRecordsCsv(`${RYM}\n${rated.repeat(6000)}${owned}`)).toMatchObject({
    ...{ records: [{ album: "Ege Bamyasi", wanted: false }], unownedCount: 6000, unreadableCount: 0 },
  });
  await expect(readRecordsCsv(`${RYM}\n${rated}`)).toBeRefused(
    "invalid",
    "This file says that you neither own nor want any of its records.",
  );
});

test.each([
  "Title and artist\nSpoon by Can",
  "Title\nSpoon",
  `${"a,b,c\n".repeat(10)}Title,Artist\nSpoon,Can`,
  "Spoon,Can\nVitamin C,Can",
])("a table without names of columns near its top is refused with a sentence: %j", async (text) => {
  const message = expect.stringMatching(/^We couldn't find the column names in the first lines\./);
  await expect(readPlaylistFile(Buffer.from(text), "a.csv")).toBeRefused("invalid", message);
  await expect(readRecordsCsv(text)).toBeRefused("invalid", message);
});
