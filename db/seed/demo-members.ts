// The demo members: invented people with real music. Data only.
import type {
  AttachmentKind,
  Gender,
  Genre,
  MeetChoice,
  PromptAnswer,
  Purpose,
  ReactionKind,
} from "db/column-types";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";

export interface DemoMember {
  firstName: string;
  lastName: string;
  age: number;
  place: string;
  bio: string;
  prompts?: PromptAnswer[];
  /** How many photos they have; one by default. */
  photos?: number;
  /** Separated by " · ". */
  artists: string;
  genres: Genre[];
  scrobbles: number;
  concerts: number;
  /** Their gender and wishes; as in a real community, many have said nothing. */
  wishes?: { gender: Gender; words?: string; meets: MeetChoice[]; purpose: Purpose };
  /** Their relation to the demo member who can sign in. */
  withDemo?: "likes" | "liked" | "matched";
}

/** The demo member who can sign in. */
export const demoMember: DemoMember = {
  firstName: "Robin",
  lastName: "Vale",
  age: 29,
  place: "Portland, Oregon",
  bio: "Runs the repair counter at a record shop. Believes in liner notes, long walks and the last song on side two.",
  photos: 3,
  prompts: [
    { prompt: "b_side", answer: "The long version. Whatever it is, the long version." },
    { prompt: "best_show", answer: "Broadcast in a church hall. Nobody talked for an hour afterwards." },
  ],
  artists:
    "Radiohead · Kate Bush · Arthur Russell · Broadcast · Khruangbin · Alice Coltrane · Big Thief · Stereolab · Nick Drake · Massive Attack · Cate Le Bon · Mulatu Astatke · Talking Heads · Fleetwood Mac · Life Without Buildings",
  genres: ["Indie", "Alternative", "Electronic", "Folk", "Experimental"],
  scrobbles: 61840,
  concerts: 112,
  wishes: { gender: "nonbinary", meets: ["everyone"], purpose: "both" },
};

export const demoMembers: DemoMember[] = [
  {
    firstName: "Maya",
    lastName: "Okonkwo",
    age: 27,
    place: "Portland, Oregon",
    bio: "Vet nurse. I sing Kate Bush to the sleepy dogs. No complaints so far.",
    photos: 4,
    prompts: [
      { prompt: "karaoke", answer: "Running Up That Hill, and I do the drums with my mouth." },
      { prompt: "sunday_morning", answer: "Hejira, with the window open and the kettle on." },
      { prompt: "skipped_hit", answer: "The one from the dentist's waiting room. You know the one." },
    ],
    artists:
      "Kate Bush · Alice Coltrane · Big Thief · Broadcast · Solange · Frank Ocean · Beverly Glenn-Copeland · Little Simz · Björk · Nina Simone · Hailu Mergia · Beyoncé",
    genres: ["Indie", "Soul", "Experimental", "Folk"],
    scrobbles: 38210,
    concerts: 41,
    wishes: { gender: "woman", meets: ["woman", "man", "nonbinary", "unsaid"], purpose: "both" },
    withDemo: "likes",
  },
  {
    firstName: "Theo",
    lastName: "Lindqvist",
    age: 31,
    place: "Portland, Oregon",
    bio: "Repairs accordions for a living, which is a niche, and I know it. Ask me about the one that came with a mouse.",
    artists:
      "Arthur Russell · Nick Drake · Radiohead · Stereolab · Khruangbin · Jens Lekman · Yo La Tengo · The Microphones · Talk Talk · Mulatu Astatke · Fleetwood Mac · ABBA",
    genres: ["Indie", "Folk", "Alternative", "Electronic"],
    scrobbles: 90412,
    concerts: 77,
    wishes: { gender: "man", meets: ["everyone"], purpose: "dating" },
    withDemo: "likes",
  },
  {
    firstName: "Priya",
    lastName: "Raman",
    age: 26,
    place: "Beaverton, Oregon",
    bio: "My record player lives on top of the fridge because of the cat. Side B of everything, please.",
    artists:
      "Cocteau Twins · Broadcast · Stereolab · Radiohead · A. R. Rahman · Portishead · Massive Attack · Beach House · Mitski · Four Tet · Ravi Shankar · Taylor Swift",
    genres: ["Electronic", "Indie", "Alternative", "Ambient"],
    scrobbles: 52903,
    concerts: 28,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "both" },
    withDemo: "likes",
  },
  {
    firstName: "Diego",
    lastName: "Fuentes",
    age: 30,
    place: "Portland, Oregon",
    bio: "Line cook. I plate to Talking Heads and scrub down to Cesária Évora.",
    artists:
      "Talking Heads · Khruangbin · Mulatu Astatke · Cesária Évora · Café Tacvba · Bad Bunny · Buena Vista Social Club · David Bowie · Kendrick Lamar · Hermanos Gutiérrez · Massive Attack",
    genres: ["Alternative", "Funk", "Hip-Hop", "Electronic"],
    scrobbles: 17655,
    concerts: 35,
    wishes: { gender: "man", meets: ["woman", "nonbinary"], purpose: "dating" },
    withDemo: "likes",
  },
  {
    firstName: "Hannah",
    lastName: "Weiss",
    age: 33,
    place: "Lake Oswego, Oregon",
    bio: "Oboist, sight-reader of cereal boxes. Looking for someone to disagree with about the best Alice Coltrane record.",
    artists:
      "Alice Coltrane · Kate Bush · Joni Mitchell · Radiohead · Arvo Pärt · Cate Le Bon · Claude Debussy · Philip Glass · Steve Reich · Nina Simone · Julia Holter",
    genres: ["Classical", "Jazz", "Experimental", "Indie"],
    scrobbles: 44120,
    concerts: 203,
    withDemo: "likes",
  },
  {
    firstName: "Jun",
    lastName: "Takahashi",
    age: 28,
    place: "Portland, Oregon",
    bio: "I moved here for the trees and stayed for a bar that plays nothing but ambient on Tuesdays.",
    artists:
      "Hiroshi Yoshimura · Haruomi Hosono · Arthur Russell · Broadcast · Brian Eno · Khruangbin · Cornelius · Aphex Twin · Nujabes · Ryuichi Sakamoto · Stereolab · The Beatles",
    genres: ["Ambient", "Electronic", "Experimental", "Indie"],
    scrobbles: 120338,
    concerts: 52,
    wishes: { gender: "man", meets: ["everyone"], purpose: "friends" },
    withDemo: "likes",
  },
  {
    firstName: "Wren",
    lastName: "Halloway",
    age: 24,
    place: "Vancouver, Washington",
    bio: "Letterpress printer with permanently blue thumbs. I make a tape for everybody I like, so watch out.",
    artists:
      "Life Without Buildings · Cate Le Bon · Big Thief · Talking Heads · Phoebe Bridgers · Mitski · The Raincoats · Bikini Kill · Dry Cleaning · Fleetwood Mac · Alvvays · Dear Nora",
    genres: ["Indie", "Alternative", "Punk"],
    scrobbles: 29874,
    concerts: 66,
    wishes: { gender: "nonbinary", meets: ["everyone"], purpose: "both" },
    withDemo: "likes",
  },
  {
    firstName: "Amara",
    lastName: "Diallo",
    age: 29,
    place: "Portland, Oregon",
    bio: "Nurse by night, dancer by day. I own one good coat and four hundred singles.",
    artists:
      "Massive Attack · Ali Farka Touré · Oumou Sangaré · Khruangbin · Erykah Badu · Sade · Mulatu Astatke · Nick Drake · Frank Ocean · Solange · Alice Coltrane · Beyoncé",
    genres: ["Soul", "R&B", "Folk", "Electronic"],
    scrobbles: 33467,
    concerts: 48,
    wishes: { gender: "woman", meets: ["man", "nonbinary", "unsaid"], purpose: "dating" },
    withDemo: "likes",
  },
  {
    firstName: "Elias",
    lastName: "Brandt",
    age: 32,
    place: "Portland, Oregon",
    bio: "Tall, slow, cheerful. I build kites, and once sold one to the drummer of a band I love.",
    artists:
      "Radiohead · Kate Bush · Low · Duster · Nick Drake · Arthur Russell · Bill Callahan · Talk Talk · Fleetwood Mac · Big Thief · Coldplay",
    genres: ["Indie", "Folk", "Alternative"],
    scrobbles: 71209,
    concerts: 95,
    wishes: { gender: "man", meets: ["everyone"], purpose: "both" },
    withDemo: "matched",
  },
  {
    firstName: "Noor",
    lastName: "Haddad",
    age: 28,
    place: "Portland, Oregon",
    bio: "Museum registrar: I know where everything is except my keys. Fairuz in the morning, Portishead after dark.",
    artists:
      "Fairuz · Portishead · Massive Attack · Broadcast · Cocteau Twins · Anouar Brahem · Radiohead · Björk · Umm Kulthum · Beach House · Adele",
    genres: ["Electronic", "Alternative", "Jazz", "Singer-Songwriter"],
    scrobbles: 26551,
    concerts: 30,
    wishes: { gender: "woman", meets: ["woman", "nonbinary"], purpose: "both" },
    withDemo: "matched",
  },
  {
    firstName: "Caleb",
    lastName: "Whitfield",
    age: 34,
    place: "Portland, Oregon",
    bio: "Drummed in four bands you have not heard of. Now I raise tomatoes, who keep better time.",
    artists:
      "Talking Heads · Stereolab · Can · Neu! · Mulatu Astatke · Tony Allen · Fela Kuti · Radiohead · Tortoise · Khruangbin · Led Zeppelin",
    genres: ["Alternative", "Experimental", "Funk", "Rock"],
    scrobbles: 58002,
    concerts: 310,
    withDemo: "matched",
  },
  {
    firstName: "Sofia",
    lastName: "Marchetti",
    age: 30,
    place: "Portland, Oregon",
    bio: "Cheesemonger. I will judge your fridge and forgive your playlists.",
    artists:
      "Fleetwood Mac · Mina · Lucio Battisti · ABBA · Kate Bush · Stevie Nicks · Phoenix · Air · Ennio Morricone · Daft Punk · Queen",
    genres: ["Pop", "Rock", "Electronic"],
    scrobbles: 14388,
    concerts: 22,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "dating" },
    withDemo: "liked",
  },
  {
    firstName: "Inês",
    lastName: "Carvalho",
    age: 27,
    place: "Portland, Oregon",
    bio: "Marine biologist, inland. At weekends I hum to barnacles, and they hum back, scientifically speaking.",
    artists:
      "Cesária Évora · Caetano Veloso · Gal Costa · Amália Rodrigues · Nick Drake · Arthur Russell · Cate Le Bon · Big Thief · Billie Eilish · Lana Del Rey",
    genres: ["Folk", "Indie", "Acoustic"],
    scrobbles: 21740,
    concerts: 19,
    withDemo: "liked",
  },
  {
    firstName: "Marcus",
    lastName: "Bell",
    age: 35,
    place: "Portland, Oregon",
    bio: "Band teacher at a middle school. I have heard Hot Cross Buns eleven thousand times and still believe in music.",
    artists:
      "Miles Davis · John Coltrane · Stevie Wonder · Alice Coltrane · Herbie Hancock · Kendrick Lamar · Robert Glasper · Thundercat · Prince · Earth, Wind & Fire · Mulatu Astatke · Michael Jackson",
    genres: ["Jazz", "Funk", "Soul", "Hip-Hop"],
    scrobbles: 47316,
    concerts: 140,
    wishes: { gender: "man", meets: ["woman", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Lily",
    lastName: "Nguyen",
    age: 25,
    place: "Gresham, Oregon",
    bio: "Roller derby name: Phil Collision. Soft about everything off the track.",
    artists:
      "Olivia Rodrigo · Chappell Roan · Bikini Kill · Paramore · Mitski · Japanese Breakfast · Taylor Swift · Phoebe Bridgers · boygenius · Fleetwood Mac · Big Thief · Lady Gaga · Billie Eilish",
    genres: ["Pop", "Indie", "Punk"],
    scrobbles: 40077,
    concerts: 37,
  },
  {
    firstName: "Owen",
    lastName: "Gallagher",
    age: 29,
    place: "Portland, Oregon",
    bio: "Bicycle courier whose knees are older than he is. Loud guitars, quiet dinners.",
    artists:
      "Nirvana · Fugazi · Deafheaven · Duster · My Bloody Valentine · Slowdive · Radiohead · Pixies · Sonic Youth · Foo Fighters · Cocteau Twins · Metallica · Linkin Park",
    genres: ["Alternative", "Rock", "Punk", "Metal"],
    scrobbles: 83190,
    concerts: 188,
    wishes: { gender: "man", meets: ["man", "nonbinary"], purpose: "dating" },
  },
  {
    firstName: "Zadie",
    lastName: "Clarke",
    age: 31,
    place: "Portland, Oregon",
    bio: "Set designer for a puppet opera. We are between puppets.",
    artists:
      "Björk · Kate Bush · Grace Jones · Kelela · Tirzah · FKA twigs · Sade · Little Simz · Massive Attack · Prince · Rihanna · Lady Gaga",
    genres: ["Electronic", "R&B", "Experimental", "Soul"],
    scrobbles: 36645,
    concerts: 83,
    wishes: { gender: "woman", meets: ["woman", "nonbinary"], purpose: "dating" },
  },
  {
    firstName: "Kai",
    lastName: "Reyes",
    age: 23,
    place: "Portland, Oregon",
    bio: "Barista. I know your order and your most played song, and only one of them is a guess.",
    artists:
      "Tyler, The Creator · Frank Ocean · SZA · Daniel Caesar · Steve Lacy · Kendrick Lamar · MF DOOM · Nujabes · Billie Eilish · Thundercat · Khruangbin · Eminem",
    genres: ["Hip-Hop", "R&B", "Soul"],
    scrobbles: 65110,
    concerts: 18,
    wishes: { gender: "own", words: "Agender", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Tess",
    lastName: "Aldridge",
    age: 34,
    place: "Hillsboro, Oregon",
    bio: "Chip designer, banjo owner, in that order of competence.",
    artists:
      "Gillian Welch · Karen Dalton · Bill Callahan · Dolly Parton · Johnny Cash · Nick Drake · Joanna Newsom · Big Thief · Tyler Childers · Emmylou Harris · Joni Mitchell",
    genres: ["Folk", "Country", "Acoustic", "Singer-Songwriter"],
    scrobbles: 22398,
    concerts: 54,
  },
  {
    firstName: "Andre",
    lastName: "Baptiste",
    age: 33,
    place: "Portland, Oregon",
    bio: "Forty houseplants, two turntables. Everything thrives on Theo Parrish.",
    artists:
      "Theo Parrish · Moodymann · Larry Heard · Floating Points · Arthur Russell · Frankie Knuckles · Sade · Daft Punk · Robert Hood · Aphex Twin · Augustus Pablo",
    genres: ["House", "Techno", "Electronic", "Soul"],
    scrobbles: 101455,
    concerts: 122,
    wishes: { gender: "man", meets: ["man"], purpose: "both" },
  },
  {
    firstName: "Mei-Lin",
    lastName: "Chou",
    age: 22,
    place: "Portland, Oregon",
    bio: "Animation student, drawing the same three seconds since March.",
    artists:
      "Billie Eilish · Taylor Swift · Lana Del Rey · Clairo · Mitski · beabadoobee · Laufey · Japanese Breakfast · Faye Wong · Cocteau Twins · Broadcast",
    genres: ["Pop", "Indie", "Alternative"],
    scrobbles: 57893,
    concerts: 12,
  },
  {
    firstName: "Gabriel",
    lastName: "Stone",
    age: 36,
    place: "Milwaukie, Oregon",
    bio: "I restore neon signs. Home is dark on purpose.",
    artists:
      "David Bowie · Talking Heads · Roxy Music · Kraftwerk · Joy Division · New Order · Depeche Mode · The Cure · Brian Eno · Suicide · Life Without Buildings · The Rolling Stones",
    genres: ["Rock", "Electronic", "Alternative"],
    scrobbles: 69020,
    concerts: 160,
    wishes: { gender: "man", meets: ["woman", "unsaid"], purpose: "both" },
  },
  {
    firstName: "Ruth",
    lastName: "Abernathy",
    age: 58,
    place: "Portland, Oregon",
    bio: "Retired ferry pilot. Saw Nina Simone once, from the third row, and have been hard to impress since.",
    artists:
      "Nina Simone · Joni Mitchell · Leonard Cohen · Bob Dylan · Vashti Bunyan · Aretha Franklin · Sibylle Baier · The Beatles · Karen Dalton · Nick Drake · The Rolling Stones",
    genres: ["Folk", "Soul", "Jazz"],
    scrobbles: 8120,
    concerts: 260,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Silas",
    lastName: "Mercer",
    age: 41,
    place: "Oregon City, Oregon",
    bio: "Blacksmith. Yes, really. No, I don't listen only to metal. Mostly, though.",
    artists:
      "Metallica · Electric Wizard · Black Sabbath · Sleep · Deafheaven · Neurosis · Led Zeppelin · Earth · Boris · Johnny Cash · Iron Maiden · Nirvana · Pink Floyd",
    genres: ["Metal", "Rock", "Country"],
    scrobbles: 54771,
    concerts: 175,
  },
  {
    firstName: "Ximena",
    lastName: "Ortega",
    age: 29,
    place: "Tigard, Oregon",
    bio: "Court interpreter in three languages, tongue-tied in all of them on a first date.",
    artists:
      "Rosalía · Bad Bunny · Natalia Lafourcade · Café Tacvba · Chavela Vargas · Julieta Venegas · Björk · SZA · Khruangbin · Daft Punk · Hermanos Gutiérrez",
    genres: ["Pop", "Alternative", "Electronic"],
    scrobbles: 31586,
    concerts: 45,
    wishes: { gender: "woman", meets: ["man", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Freddie",
    lastName: "Osei",
    age: 27,
    place: "Portland, Oregon",
    bio: "Stand-up on Thursdays, accountant the rest of the week. The jokes balance.",
    artists:
      "Little Simz · Kendrick Lamar · Burna Boy · Fela Kuti · Ebo Taylor · Drake · J Hus · Gorillaz · Stevie Wonder · Beyoncé · Mulatu Astatke · Michael Jackson · Eminem",
    genres: ["Hip-Hop", "Funk", "R&B", "Pop"],
    scrobbles: 28944,
    concerts: 33,
    wishes: { gender: "man", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Iris",
    lastName: "Johansson",
    age: 32,
    place: "Portland, Oregon",
    bio: "I tune pianos. Most of them thank me by going flat.",
    artists:
      "Nils Frahm · Ryuichi Sakamoto · Max Richter · Arvo Pärt · Brian Eno · Hiroshi Yoshimura · ABBA · Robyn · Radiohead · Grouper · Arthur Russell",
    genres: ["Classical", "Ambient", "Electronic"],
    scrobbles: 39801,
    concerts: 88,
    wishes: { gender: "own", words: "Genderfluid", meets: ["everyone"], purpose: "dating" },
  },
  {
    firstName: "Dominic",
    lastName: "Pereira",
    age: 24,
    place: "Camas, Washington",
    bio: "Trail runner who keeps stopping to find out what the song is.",
    artists:
      "Tame Impala · Arctic Monkeys · The Strokes · Gorillaz · Glass Animals · Khruangbin · Unknown Mortal Orchestra · Mac DeMarco · Radiohead · Daft Punk · The Killers · Foo Fighters · Linkin Park",
    genres: ["Indie", "Rock", "Alternative"],
    scrobbles: 46230,
    concerts: 27,
  },
  {
    firstName: "Saoirse",
    lastName: "Byrne",
    age: 30,
    place: "Portland, Oregon",
    bio: "Beekeeper's apprentice. The bees prefer drone, and I am not joking.",
    artists:
      "Lankum · Grouper · Julie Byrne · Hozier · Kate Bush · Sinéad O'Connor · Nick Drake · Enya · Jessica Pratt · Broadcast · Vashti Bunyan",
    genres: ["Folk", "Ambient", "Singer-Songwriter", "Indie"],
    scrobbles: 35017,
    concerts: 61,
    wishes: { gender: "woman", meets: ["woman", "man", "nonbinary", "own", "unsaid"], purpose: "both" },
  },
  {
    firstName: "Jamal",
    lastName: "Whitaker",
    age: 38,
    place: "Portland, Oregon",
    bio: "Barber. I have a chair, a theory about Prince and no appointments after four.",
    artists:
      "Prince · D'Angelo · Outkast · A Tribe Called Quest · Erykah Badu · Marvin Gaye · Stevie Wonder · MF DOOM · Michael Jackson · Curtis Mayfield · Sade",
    genres: ["Soul", "Funk", "Hip-Hop", "R&B"],
    scrobbles: 43288,
    concerts: 97,
  },
  {
    firstName: "Bea",
    lastName: "Kowalczyk",
    age: 26,
    place: "Tualatin, Oregon",
    bio: "Edits a zine about laundromats. Issue nine is the tender one.",
    artists:
      "The Raincoats · X-Ray Spex · Life Without Buildings · Pixies · Dry Cleaning · Wet Leg · Arctic Monkeys · Chappell Roan · Charli XCX · Talking Heads · Stereolab",
    genres: ["Punk", "Indie", "Alternative"],
    scrobbles: 27430,
    concerts: 101,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Walter",
    lastName: "Hughes",
    age: 67,
    place: "Portland, Oregon",
    bio: "My sister smuggled me into Wattstax. It has been downhill, pleasantly, ever since.",
    artists:
      "Otis Redding · Aretha Franklin · Mahalia Jackson · Marvin Gaye · Stevie Wonder · B.B. King · Al Green · Nina Simone · Miles Davis · Curtis Mayfield · Whitney Houston",
    genres: ["Soul", "Gospel", "Blues", "Jazz"],
    scrobbles: 3015,
    concerts: 400,
  },
  {
    firstName: "Anya",
    lastName: "Sokolova",
    age: 28,
    place: "Portland, Oregon",
    bio: "Glass blower. Everything I own has been dropped once.",
    artists:
      "Kino · Molchat Doma · Cocteau Twins · Depeche Mode · The Cure · Joy Division · Boards of Canada · Aphex Twin · Björk · Lana Del Rey · Broadcast",
    genres: ["Electronic", "Alternative", "Experimental"],
    scrobbles: 50662,
    concerts: 43,
    wishes: { gender: "nonbinary", meets: ["everyone"], purpose: "dating" },
  },
  {
    firstName: "Tomás",
    lastName: "Rivera",
    age: 25,
    place: "Happy Valley, Oregon",
    bio: "I fix elevators and distrust escalators.",
    artists:
      "Bad Bunny · Drake · The Weeknd · Rihanna · Kendrick Lamar · Daddy Yankee · Rosalía · Tyler, The Creator · Travis Scott · SZA · Bob Marley · Eminem",
    genres: ["Hip-Hop", "Pop", "R&B", "Reggae"],
    scrobbles: 19877,
    concerts: 15,
    wishes: { gender: "man", meets: ["woman", "nonbinary"], purpose: "friends" },
  },
  {
    firstName: "June",
    lastName: "Castellano",
    age: 31,
    place: "Salem, Oregon",
    bio: "Cherry orchard, three goats, one very good amplifier.",
    artists:
      "Neil Young · Fleetwood Mac · Dolly Parton · Big Thief · Gillian Welch · Willie Nelson · Nick Drake · Led Zeppelin · Waxahatchee · Johnny Cash · Emmylou Harris",
    genres: ["Country", "Folk", "Rock"],
    scrobbles: 16240,
    concerts: 57,
    wishes: { gender: "woman", meets: ["man"], purpose: "dating" },
  },
  {
    firstName: "Parker",
    lastName: "Lowe",
    age: 26,
    place: "Eugene, Oregon",
    bio: "Mycologist. I bring the mushrooms, you bring the amp.",
    artists:
      "Grateful Dead · Pink Floyd · King Gizzard & The Lizard Wizard · Tame Impala · Khruangbin · Mdou Moctar · Can · Animal Collective · Led Zeppelin · Boards of Canada · The Beatles",
    genres: ["Rock", "Experimental", "Alternative"],
    scrobbles: 37702,
    concerts: 92,
    wishes: { gender: "nonbinary", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Naomi",
    lastName: "Birdsong",
    age: 33,
    place: "Seattle, Washington",
    bio: "Ferry commuter, which is forty minutes of album each way. I do not skip.",
    artists:
      "Nirvana · Soundgarden · Sleater-Kinney · Mudhoney · Fleet Foxes · Death Cab for Cutie · Perfume Genius · Foo Fighters · Big Thief · Joni Mitchell · Taylor Swift · Hozier · Phoebe Bridgers",
    genres: ["Alternative", "Rock", "Indie"],
    scrobbles: 41903,
    concerts: 134,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Devon",
    lastName: "Achebe",
    age: 29,
    place: "Seattle, Washington",
    bio: "Sound designer for games. That menacing hum was my dishwasher.",
    artists:
      "Burial · Aphex Twin · Boards of Canada · Actress · Dean Blunt · Radiohead · Autechre · Flying Lotus · Massive Attack · Gorillaz · Four Tet",
    genres: ["Electronic", "Experimental", "Techno"],
    scrobbles: 96318,
    concerts: 46,
    wishes: { gender: "man", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Elise",
    lastName: "Fournier",
    age: 36,
    place: "Olympia, Washington",
    bio: "Sourdough, sewing, and a shed where the noise band practises. I am the noise band.",
    artists:
      "Lightning Bolt · Sonic Youth · Bikini Kill · Sleater-Kinney · Fugazi · Grouper · Sun Ra · The Microphones · The Raincoats · Boris · My Bloody Valentine",
    genres: ["Punk", "Experimental", "Alternative"],
    scrobbles: 24566,
    concerts: 220,
  },
  {
    firstName: "Rhys",
    lastName: "Morgan",
    age: 27,
    place: "Corvallis, Oregon",
    bio: "Soil scientist, chapel-choir bass, bad at karaoke on purpose.",
    artists:
      "Cate Le Bon · Super Furry Animals · Gorky's Zygotic Mynci · Manic Street Preachers · Arctic Monkeys · The Beatles · Coldplay · Adele · Oasis · Queen · Ed Sheeran · Taylor Swift",
    genres: ["Rock", "Indie", "Pop"],
    scrobbles: 30219,
    concerts: 39,
    wishes: { gender: "man", meets: ["woman", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Imani",
    lastName: "Rhodes",
    age: 28,
    place: "Brooklyn, New York",
    bio: "Dramaturg, which my grandmother pronounces “drama, girl”. She is right.",
    artists:
      "Solange · Beyoncé · SZA · Erykah Badu · Moses Sumney · Frank Ocean · Janelle Monáe · Prince · Kelela · Tierra Whack · Rihanna · Whitney Houston · Lady Gaga",
    genres: ["R&B", "Soul", "Pop"],
    scrobbles: 33290,
    concerts: 70,
    wishes: { gender: "woman", meets: ["woman", "man", "nonbinary", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Leo",
    lastName: "Rosenthal",
    age: 34,
    place: "New York City, New York",
    bio: "I write crosswords. You would be a seven-letter word for “at last”.",
    artists:
      "Steely Dan · Talking Heads · Television · The Velvet Underground · LCD Soundsystem · The Strokes · Arthur Russell · Bob Dylan · Steve Reich · David Bowie · The Rolling Stones · The Beatles",
    genres: ["Rock", "Alternative", "Classical"],
    scrobbles: 49006,
    concerts: 165,
    wishes: { gender: "man", meets: ["woman", "unsaid"], purpose: "both" },
  },
  {
    firstName: "Camila",
    lastName: "Restrepo",
    age: 25,
    place: "Queens, New York",
    bio: "Salsa on two, opinions on everything.",
    artists:
      "Héctor Lavoe · Celia Cruz · Bad Bunny · Buena Vista Social Club · Bomba Estéreo · Rosalía · Taylor Swift · Daddy Yankee · Charli XCX · The Weeknd · Beyoncé · Lady Gaga",
    genres: ["Dance", "Pop", "House"],
    scrobbles: 25433,
    concerts: 31,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Malik",
    lastName: "Jefferson",
    age: 31,
    place: "Harlem, New York",
    bio: "Upright bass, downstairs neighbour. Sorry in advance, Mrs Alvarez.",
    artists:
      "Charles Mingus · Sun Ra · Alice Coltrane · John Coltrane · Pharoah Sanders · Miles Davis · Kamasi Washington · MF DOOM · Thundercat · Herbie Hancock",
    genres: ["Jazz", "Hip-Hop", "Experimental"],
    scrobbles: 61188,
    concerts: 280,
    wishes: { gender: "man", meets: ["woman", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Sunny",
    lastName: "Bhatt",
    age: 27,
    place: "Jersey City, New Jersey",
    bio: "Data analyst on weekdays; at weddings, at twenty-seven, already the uncle on the dhol.",
    artists:
      "A. R. Rahman · Diljit Dosanjh · Nusrat Fateh Ali Khan · Daft Punk · The Weeknd · Asha Bhosle · Coldplay · Kendrick Lamar · Arijit Singh · Ed Sheeran · Michael Jackson · Queen",
    genres: ["Pop", "Dance", "Electronic"],
    scrobbles: 20754,
    concerts: 24,
    wishes: { gender: "own", words: "Queer", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Freya",
    lastName: "Lund",
    age: 39,
    place: "Brooklyn, New York",
    bio: "Puts up other people's shelves. Alphabetical by label, never by artist.",
    artists:
      "LCD Soundsystem · Robyn · Stereolab · Broadcast · ESG · Liquid Liquid · Arthur Russell · ABBA · The Knife · Grace Jones",
    genres: ["Electronic", "Dance", "Indie"],
    scrobbles: 88127,
    concerts: 199,
  },
  {
    firstName: "Kwame",
    lastName: "Asante",
    age: 29,
    place: "London, England",
    bio: "Drives the N29, so my taste is nocturnal.",
    artists:
      "Burial · Little Simz · Dean Blunt · J Hus · Ebo Taylor · Massive Attack · Ezra Collective · Skepta · Sade · Stormzy · Augustus Pablo · King Tubby",
    genres: ["Hip-Hop", "Electronic", "Jazz", "Reggae"],
    scrobbles: 45561,
    concerts: 58,
    wishes: { gender: "man", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Poppy",
    lastName: "Fairweather",
    age: 26,
    place: "London, England",
    bio: "Florist. I will name a bouquet after your favourite song, and it will be expensive.",
    artists:
      "Taylor Swift · Harry Styles · Florence + The Machine · Kate Bush · Wet Leg · Adele · Lana Del Rey · Laura Marling · The Beatles · Olivia Rodrigo · Ed Sheeran · Lady Gaga · Hozier",
    genres: ["Pop", "Indie", "Folk"],
    scrobbles: 36004,
    concerts: 29,
    wishes: { gender: "woman", meets: ["man", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Aarav",
    lastName: "Mehta",
    age: 32,
    place: "London, England",
    bio: "Junior doctor, senior crate digger. I sleep on Sundays between two and four.",
    artists:
      "Floating Points · Four Tet · Alice Coltrane · Ravi Shankar · Radiohead · Burial · Asha Bhosle · Caribou · Mulatu Astatke · Pharoah Sanders",
    genres: ["Electronic", "Jazz", "House"],
    scrobbles: 73450,
    concerts: 64,
  },
  {
    firstName: "Zeynep",
    lastName: "Kaya",
    age: 31,
    place: "London, England",
    bio: "Stop-motion animator: patient with clay, less so with trains.",
    artists:
      "Barış Manço · Selda Bağcan · Altın Gün · Khruangbin · Pink Floyd · Björk · Portishead · King Gizzard & The Lizard Wizard · The Cure · Amy Winehouse",
    genres: ["Rock", "Folk", "Alternative"],
    scrobbles: 42871,
    concerts: 76,
    wishes: { gender: "woman", meets: ["woman"], purpose: "both" },
  },
  {
    firstName: "Blessing",
    lastName: "Adeyemi",
    age: 24,
    place: "London, England",
    bio: "Choir on Sunday, garage on Saturday, laundry never.",
    artists:
      "Kirk Franklin · Mahalia Jackson · Beyoncé · Stormzy · Craig David · Burna Boy · Tems · Rihanna · Adele · Amy Winehouse · Michael Jackson · Ed Sheeran · Whitney Houston",
    genres: ["Gospel", "R&B", "Pop", "House"],
    scrobbles: 18930,
    concerts: 20,
    wishes: { gender: "woman", meets: ["man", "unsaid"], purpose: "dating" },
  },
  {
    firstName: "Callum",
    lastName: "Fraser",
    age: 35,
    place: "Glasgow, Scotland",
    bio: "Swims in the sea, complains, swims again.",
    artists:
      "Mogwai · Cocteau Twins · Boards of Canada · The Blue Nile · Belle and Sebastian · Arctic Monkeys · Talk Talk · Primal Scream · Oasis · Life Without Buildings · The Killers · Joy Division",
    genres: ["Alternative", "Rock", "Electronic"],
    scrobbles: 55127,
    concerts: 150,
  },
  {
    firstName: "Jonas",
    lastName: "Vogel",
    age: 33,
    place: "Berlin, Germany",
    bio: "Coffee roaster and techno early riser: I arrive when everybody else is leaving.",
    artists:
      "Basic Channel · Helena Hauff · Robert Hood · Jeff Mills · Kraftwerk · Moodymann · Aphex Twin · Can · Depeche Mode · Neu! · Daft Punk",
    genres: ["Techno", "Electronic", "House"],
    scrobbles: 110209,
    concerts: 240,
    wishes: { gender: "man", meets: ["man"], purpose: "dating" },
  },
  {
    firstName: "Lea",
    lastName: "Hoffmann",
    age: 28,
    place: "Berlin, Germany",
    bio: "Translates novels; lives in the subordinate clause.",
    artists:
      "Sibylle Baier · Nico · Joy Division · Einstürzende Neubauten · Tocotronic · Lana Del Rey · Nick Drake · Leonard Cohen · Bob Dylan · The Velvet Underground · The Cure",
    genres: ["Singer-Songwriter", "Alternative", "Folk"],
    scrobbles: 30145,
    concerts: 49,
    wishes: { gender: "woman", meets: ["woman", "man", "unsaid"], purpose: "both" },
  },
  {
    firstName: "Mateusz",
    lastName: "Zieliński",
    age: 30,
    place: "Berlin, Germany",
    bio: "Bike mechanic, choir tenor, keeper of the quietest parrot in Neukölln.",
    artists:
      "Arvo Pärt · Henryk Górecki · Krzysztof Komeda · Max Richter · Nils Frahm · Radiohead · Miles Davis · Philip Glass · Bill Evans · Pink Floyd · Queen",
    genres: ["Classical", "Jazz", "Ambient"],
    scrobbles: 34518,
    concerts: 81,
  },
  {
    firstName: "Yara",
    lastName: "Mansour",
    age: 27,
    place: "Berlin, Germany",
    bio: "Software all week, oud on weekends, in a long argument with my neighbour's cat throughout.",
    artists:
      "Fairuz · Umm Kulthum · Anouar Brahem · Mashrou' Leila · Helena Hauff · Massive Attack · Björk · Yasmine Hamdan · Rosalía · FKA twigs",
    genres: ["Electronic", "Alternative", "Experimental"],
    scrobbles: 28733,
    concerts: 36,
    wishes: { gender: "nonbinary", meets: ["woman", "nonbinary", "own"], purpose: "both" },
  },
  {
    firstName: "Chidera",
    lastName: "Eze",
    age: 29,
    place: "Lagos, Nigeria",
    bio: "Architect. My buildings have basslines.",
    artists:
      "Fela Kuti · William Onyeabor · Burna Boy · Tems · Tony Allen · King Sunny Adé · Kendrick Lamar · Bob Marley · Beyoncé · Drake · Michael Jackson · Rihanna · Dennis Brown",
    genres: ["Funk", "Hip-Hop", "Reggae"],
    scrobbles: 23120,
    concerts: 53,
    wishes: { gender: "man", meets: ["everyone"], purpose: "friends" },
  },
  {
    firstName: "Luana",
    lastName: "Ferreira",
    age: 26,
    place: "São Paulo, Brazil",
    bio: "Teaches capoeira to grandmothers. They win.",
    artists:
      "Caetano Veloso · Gal Costa · Os Mutantes · Jorge Ben Jor · Elis Regina · Tim Maia · Tame Impala · Billie Eilish · Daft Punk · Stevie Wonder",
    genres: ["Funk", "Pop", "Experimental"],
    scrobbles: 39952,
    concerts: 44,
  },
  {
    firstName: "Hana",
    lastName: "",
    age: 30,
    place: "Tokyo, Japan",
    bio: "Runs a listening bar with seven seats. You may whisper.",
    artists:
      "Haruomi Hosono · Hiroshi Yoshimura · Ryuichi Sakamoto · Taeko Onuki · Mariya Takeuchi · Miles Davis · Bill Evans · Stereolab · The Beatles · Cornelius",
    genres: ["Jazz", "Ambient", "Pop"],
    scrobbles: 99140,
    concerts: 132,
    wishes: { gender: "woman", meets: ["everyone"], purpose: "both" },
  },
  {
    firstName: "Lachlan",
    lastName: "Murray",
    age: 32,
    place: "Melbourne, Australia",
    bio: "Wildlife rescue. A wombat once slept through the whole of Kid A on my lap.",
    artists:
      "King Gizzard & The Lizard Wizard · Tame Impala · Nick Cave & The Bad Seeds · The Go-Betweens · The Avalanches · Courtney Barnett · Radiohead · AC/DC · Metallica · Dirty Three · Pink Floyd · Foo Fighters",
    genres: ["Rock", "Indie", "Alternative"],
    scrobbles: 47781,
    concerts: 115,
  },
  {
    firstName: "Delroy",
    lastName: "Campbell",
    age: 44,
    place: "Kingston, Jamaica",
    bio: "Boat builder. Dub in the morning, dub in the evening; at noon we rest the speakers.",
    artists:
      "Augustus Pablo · King Tubby · Lee “Scratch” Perry · Toots and the Maytals · Bob Marley · Burning Spear · Dennis Brown · Otis Redding · Marvin Gaye · Grace Jones · Burna Boy · Fela Kuti",
    genres: ["Reggae", "Soul", "Gospel"],
    scrobbles: 12066,
    concerts: 320,
  },
  {
    firstName: "Chloé",
    lastName: "Marchand",
    age: 29,
    place: "Paris, France",
    bio: "Perfumer's assistant. I can smell a bootleg.",
    artists:
      "Air · Serge Gainsbourg · Françoise Hardy · Daft Punk · Phoenix · Stereolab · Nina Simone · Christine and the Queens · Claude Debussy · Vashti Bunyan",
    genres: ["Pop", "Electronic", "Indie"],
    scrobbles: 31477,
    concerts: 47,
    wishes: { gender: "woman", meets: ["man", "unsaid"], purpose: "both" },
  },
];

/** A message of a seeded conversation, optionally with a song or a file. */
export type DemoLine = {
  fromDemo: boolean;
  minutesAgo: number;
  text: string;
  song?: { artist: string; title: string; album: string };
  file?: AttachmentKind;
  /** Its text before it was edited. */
  before?: string;
  /** The `minutesAgo` of the line that it replies to. */
  quotes?: number;
  /** The recipient's reaction. */
  reaction?: ReactionKind;
};

/** The demo member's conversation with their latest match. */
export const demoConversation: DemoLine[] = [
  {
    fromDemo: false,
    minutesAgo: 1571,
    text: "Arthur Russell and Low in one list. Are you well? Do you need a blanket?",
    reaction: "laugh",
  },
  { fromDemo: true, minutesAgo: 1564, text: "I own the blanket. It came with the Nick Drake box." },
  {
    fromDemo: false,
    minutesAgo: 1560,
    text: "Then settle something: side one or side two of Hounds of Love?",
  },
  {
    fromDemo: true,
    minutesAgo: 1552,
    text: "Two. It's in the name of the app, Elias.",
    quotes: 1560,
    reaction: "record",
  },
  {
    fromDemo: false,
    minutesAgo: 1549,
    text: "Correct. I'm flying kites at Cathedral Park on Sunday if the wind behaves.",
    before: "Correct. I'm flying kites at Cathedral Park on Saturday if the wind behaves.",
  },
  {
    fromDemo: true,
    minutesAgo: 1541,
    text: "I'll bring the song, you bring the string.",
    song: { artist: "Kate Bush", title: "Cloudbusting", album: "Hounds of Love" },
  },
  {
    fromDemo: false,
    minutesAgo: 1538,
    text: "For while we untangle it.",
    song: { artist: "Low", title: "Sunflower", album: "Things We Lost in the Fire" },
  },
  {
    fromDemo: true,
    minutesAgo: 1530,
    text: "And for when it flies.",
    song: { artist: "Nick Drake", title: "Northern Sky", album: "Bryter Layter" },
  },
  {
    fromDemo: false,
    minutesAgo: 58,
    text: "Number nine, first flight. It pulls to the left, like all of us.",
    file: "photo",
    reaction: "wow",
  },
  { fromDemo: false, minutesAgo: 55, text: VOICE_NOTE_TEXT, file: "voice", reaction: "dancer" },
  {
    fromDemo: true,
    minutesAgo: 51,
    text: "Is that what you hum while you hold the string?",
    quotes: 55,
    reaction: "laugh",
  },
  { fromDemo: false, minutesAgo: 47, text: "Only when nobody is listening. The wind says yes. Do you?" },
];

/** A conversation of the demo member with an earlier match, idle for long enough to have openers. */
export const demoRestedConversation: DemoLine[] = [
  {
    fromDemo: true,
    minutesAgo: 12_940,
    text: "Which tomato keeps the best time?",
    reaction: "laugh",
  },
  {
    fromDemo: false,
    minutesAgo: 12_890,
    text: "Roma. Steady, never rushes the fill. The cherries are all soloists.",
    quotes: 12_940,
  },
  { fromDemo: true, minutesAgo: 12_880, text: "I'll never trust a cherry again." },
];

/** A message request to the demo member, from the first member who likes them. */
export const demoRequest: DemoLine[] = [
  {
    fromDemo: false,
    minutesAgo: 128,
    text: "You list Kate Bush before Broadcast. So do my dogs, by how soon they fall asleep. Which song would you play them?",
  },
];

/** Artist, album, year, format, condition and optional notes, separated by " · ". */
export const demoRecords: string[] = [
  "Kate Bush · Hounds of Love · 1985 · vinyl · very_good · Side two is worn the most, as it should be.",
  "Arthur Russell · World of Echo · 1986 · vinyl · mint",
  "Broadcast · Tender Buttons · 2005 · vinyl · very_good",
  "Nick Drake · Bryter Layter · 1971 · vinyl · good · From the blanket box.",
  "Life Without Buildings · Any Other City · 2001 · cd · very_good",
  "Alice Coltrane · Journey in Satchidananda · 1971 · vinyl · very_good",
  "Stereolab · Dots and Loops · 1997 · cd · mint",
  "Talking Heads · Remain in Light · 1980 · vinyl · good",
  "Massive Attack · Blue Lines · 1991 · cassette · fair · Chewed once, mended with a pencil.",
  "Mulatu Astatke · Mulatu of Ethiopia · 1972 · vinyl · mint",
  "Radiohead · Kid A · 2000 · cd · very_good",
  "Cate Le Bon · Reward · 2019 · vinyl · mint",
];

/** The records of the match that the demo member talks with, in the same format. */
export const demoFriendRecords: string[] = [
  "Nick Drake · Bryter Layter · 1971 · cd · good",
  "Kate Bush · Hounds of Love · 1985 · cassette · fair",
  "Arthur Russell · World of Echo · 1986 · vinyl · very_good",
  "Low · Things We Lost in the Fire · 2001 · vinyl · very_good",
];

/** The records that the demo member looks for, in the same format; matches and others own some of them. */
export const demoWanted: string[] = [
  "Low · Things We Lost in the Fire · 2001 · vinyl · mint",
  "Stereolab · Emperor Tomato Ketchup · 1996 · vinyl · mint",
  "Arthur Russell · Another Thought · 1994 · vinyl · mint · The first pressing, if it exists anywhere.",
  "Big Thief · Capacity · 2017 · vinyl · mint",
];

/** The record that this match looks for, in the same format; the demo member owns it. */
export const demoFriendWanted: string[] = ["Broadcast · Tender Buttons · 2005 · vinyl · mint"];

/** The others' records by the artists they list, in the same format. */
export const demoAlbums: string[] = [
  "Kate Bush · The Dreaming · 1982 · vinyl · good",
  "Alice Coltrane · Ptah, the El Daoud · 1970 · vinyl · very_good",
  "Big Thief · Capacity · 2017 · vinyl · mint",
  "Solange · A Seat at the Table · 2016 · vinyl · mint",
  "Nina Simone · Pastel Blues · 1965 · vinyl · good",
  "Björk · Homogenic · 1997 · cd · very_good",
  "Arthur Russell · Another Thought · 1994 · cd · very_good",
  "Yo La Tengo · Painful · 1993 · cassette · good",
  "Talk Talk · Spirit of Eden · 1988 · vinyl · very_good",
  "Nick Drake · Pink Moon · 1972 · vinyl · fair",
  "Stereolab · Emperor Tomato Ketchup · 1996 · vinyl · very_good",
  "Broadcast · Haha Sound · 2003 · vinyl · very_good",
  "Cocteau Twins · Heaven or Las Vegas · 1990 · cassette · good",
  "Portishead · Dummy · 1994 · cd · very_good",
  "Massive Attack · Mezzanine · 1998 · vinyl · very_good",
  "Beach House · Teen Dream · 2010 · vinyl · mint",
  "Talking Heads · Fear of Music · 1979 · vinyl · good",
  "Buena Vista Social Club · Buena Vista Social Club · 1997 · cd · good",
  "David Bowie · Low · 1977 · vinyl · very_good",
  "Kendrick Lamar · To Pimp a Butterfly · 2015 · vinyl · mint",
  "Joni Mitchell · Hejira · 1976 · vinyl · very_good",
  "Steve Reich · Music for 18 Musicians · 1978 · vinyl · very_good",
  "Radiohead · In Rainbows · 2007 · vinyl · mint",
  "Cate Le Bon · Mug Museum · 2013 · vinyl · very_good",
  "Fleetwood Mac · Tusk · 1979 · vinyl · good",
  "Life Without Buildings · Any Other City · 2001 · vinyl · mint",
  "Khruangbin · Con Todo el Mundo · 2018 · vinyl · mint",
  "Mulatu Astatke · Mulatu of Ethiopia · 1972 · vinyl · very_good",
];

/** A public playlist of one of the others, by first name; songs as below. */
export const demoPublicPlaylist = {
  owner: "Theo",
  name: "For the bellows to dry by",
  description: "Slow ones, for the workshop.",
  songs: [
    "Yo La Tengo · Our Way to Fall · And Then Nothing Turned Itself Inside-Out · 258",
    "Talk Talk · Life's What You Make It · The Colour of Spring · 269",
    "Arthur Russell · A Little Lost · Another Thought · 199",
  ],
};

/** Shared by the demo member and the match they talk with. */
export const demoPlaylist = {
  name: "Kite weather",
  description: "For Cathedral Park, if the wind behaves.",
  /** Artist, title, album and optional length in seconds, separated by " · ". */
  songs: [
    { fromDemo: true, song: "Kate Bush · Cloudbusting · Hounds of Love · 310" },
    { fromDemo: false, song: "Low · Sunflower · Things We Lost in the Fire" },
    { fromDemo: true, song: "Nick Drake · Northern Sky · Bryter Layter · 227" },
    { fromDemo: false, song: "Arthur Russell · A Little Lost · Another Thought" },
    { fromDemo: true, song: "Broadcast · Tears in the Typing Pool · Tender Buttons · 132" },
  ],
};

/** The moderator doesn't appear in the community. */
export const demoModerator = { firstName: "Sasha", lastName: "Marlow" };

/** A reported member and the reporters, by first name; the conversation is with the first reporter. */
export const demoCase = {
  reported: "Callum",
  reporters: [
    {
      firstName: "Poppy",
      reason: "scam",
      words: "He wants me to buy concert tickets for him with gift cards.",
    },
    { firstName: "Freya", reason: "harassment", words: "Same tickets. When I said no, he called me names." },
  ],
  lines: [
    {
      fromDemo: false,
      minutesAgo: 220,
      text: "I have two front row tickets for Khruangbin, half price, today only.",
    },
    { fromDemo: true, minutesAgo: 214, text: "Sounds great! Can I pay at the door?" },
    {
      fromDemo: false,
      minutesAgo: 211,
      text: "Gift cards only. Send me the codes and the tickets are yours.",
    },
  ] satisfies DemoLine[],
} as const;
