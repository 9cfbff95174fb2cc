// The question bank: our own questions about music. A line has a question, its answer, three wrong ones, and the artists it is
// about.
import { artistKey } from "~/matching/artist-key";
import type { Category, Difficulty } from "./trivia";

export type BankQuestion = {
  question: string;
  correctAnswer: string;
  /** The three wrong answers. */
  others: string[];
  category: Category;
  difficulty: Difficulty;
  /** The keys of the artists it is about. */
  artistKeys: string[];
};

// Not translated: the questions are in English.
const lines: Record<Category, Record<Difficulty, string>> = {
  artist: {
    easy: `
      Who sings “Rolling in the Deep”? | Adele | Amy Winehouse | Duffy | Dido @ Adele
      Which band recorded “Bohemian Rhapsody”? | Queen | Led Zeppelin | The Who | Genesis @ Queen
      Whose song is “Billie Jean”? | Michael Jackson | Prince | Stevie Wonder | Lionel Richie @ Michael Jackson
      Which group sings “Dancing Queen”? | ABBA | Boney M. | Bee Gees | Blondie @ ABBA
      Who sings “When Doves Cry”? | Prince | Rick James | George Michael | Lenny Kravitz @ Prince
      Which band recorded “Smells Like Teen Spirit”? | Nirvana | Pearl Jam | Soundgarden | Alice in Chains @ Nirvana
      Which band recorded “Wonderwall”? | Oasis | Blur | Pulp | Suede @ Oasis
      Who sings “Like a Virgin”? | Madonna | Cyndi Lauper | Kylie Minogue | Whitney Houston @ Madonna
      Which band recorded “Yellow”? | Coldplay | Keane | Travis | Snow Patrol @ Coldplay
      Who took “Respect” to number one in 1967? | Aretha Franklin | Diana Ross | Tina Turner | Dusty Springfield @ Aretha Franklin
      Which band recorded “Iron Man” and “Paranoid”? | Black Sabbath | Deep Purple | Led Zeppelin | Judas Priest @ Black Sabbath
      Who sang “No Woman, No Cry” with the Wailers? | Bob Marley | Jimmy Cliff | Desmond Dekker | Toots Hibbert @ Bob Marley @ Bob Marley & The Wailers
      Who turned himself into Ziggy Stardust? | David Bowie | Marc Bolan | Elton John | Iggy Pop @ David Bowie
      Which band recorded “Mr. Brightside”? | The Killers | The Strokes | Franz Ferdinand | Kaiser Chiefs @ The Killers
      Who recorded “Lose Yourself” for the film “8 Mile”? | Eminem | 50 Cent | Jay-Z | Nas @ Eminem
      Who sings “Shake It Off”? | Taylor Swift | Katy Perry | Ariana Grande | Miley Cyrus @ Taylor Swift
      Which duo sang “The Sound of Silence”? | Simon & Garfunkel | The Everly Brothers | Sonny & Cher | The Righteous Brothers @ Simon & Garfunkel
      In which band does Bono sing? | U2 | INXS | R.E.M. | Simple Minds @ U2
      Who sings “Umbrella”? | Rihanna | Beyoncé | Alicia Keys | Ciara @ Rihanna`,
    medium: `
      Which band recorded “Paranoid Android”? | Radiohead | Muse | Portishead | Blur @ Radiohead
      Who wrote “Both Sides, Now”? | Joni Mitchell | Carole King | Joan Baez | Judy Collins @ Joni Mitchell
      Which band recorded “Blue Monday”? | New Order | Depeche Mode | The Human League | Orchestral Manoeuvres in the Dark @ New Order
      Whose debut single was “Wuthering Heights”? | Kate Bush | Siouxsie Sioux | Annie Lennox | Toyah @ Kate Bush
      Which band recorded “Rock the Casbah”? | The Clash | Sex Pistols | The Jam | Buzzcocks @ The Clash
      Who recorded “Superstition”? | Stevie Wonder | Marvin Gaye | Curtis Mayfield | James Brown @ Stevie Wonder
      Which band recorded “Psycho Killer”? | Talking Heads | Television | Blondie | Ramones @ Talking Heads
      Which band recorded “Love Will Tear Us Apart”? | Joy Division | The Cure | Bauhaus | The Smiths @ Joy Division
      Who wrote “Jolene”? | Dolly Parton | Loretta Lynn | Tammy Wynette | Emmylou Harris @ Dolly Parton
      Which group has Chuck D and Flavor Flav? | Public Enemy | N.W.A | Run-DMC | Wu-Tang Clan @ Public Enemy
      Which duo recorded “One More Time”? | Daft Punk | Air | Justice | Basement Jaxx @ Daft Punk
      In which band did Morrissey sing and Johnny Marr play the guitar? | The Smiths | Joy Division | Buzzcocks | Echo & the Bunnymen @ The Smiths @ Morrissey
      Which singer was born Robyn Fenty? | Rihanna | Alicia Keys | Ciara | Ashanti @ Rihanna
      Which singer was born Stefani Germanotta? | Lady Gaga | Gwen Stefani | Katy Perry | Lana Del Rey @ Lady Gaga
      Which singer was born Farrokh Bulsara? | Freddie Mercury | George Michael | Elton John | Cat Stevens @ Queen @ Freddie Mercury
      Who recorded “Purple Haze”? | Jimi Hendrix | Cream | The Yardbirds | The Doors @ Jimi Hendrix
      Which band recorded “Where Is My Mind?”? | Pixies | Sonic Youth | Dinosaur Jr. | Hüsker Dü @ Pixies
      Which band recorded “Waterloo Sunset”? | The Kinks | Small Faces | The Who | The Zombies @ The Kinks
      Who wrote “Hallelujah”, which Jeff Buckley also recorded? | Leonard Cohen | Bob Dylan | Tom Waits | Nick Cave @ Leonard Cohen @ Jeff Buckley`,
    hard: `
      In which band did Ian MacKaye and Guy Picciotto play together? | Fugazi | Minor Threat | Rites of Spring | Black Flag @ Fugazi
      Who was the drummer of Can? | Jaki Liebezeit | Klaus Dinger | Michael Karoli | Damo Suzuki @ Can
      Which band was led by Tom Verlaine? | Television | Talking Heads | The Voidoids | The Modern Lovers @ Television
      Who wrote and recorded “Giant Steps”? | John Coltrane | Sonny Rollins | Wayne Shorter | Dexter Gordon @ John Coltrane
      Who wrote “Take Five”? | Paul Desmond | Dave Brubeck | Joe Morello | Gerry Mulligan @ Dave Brubeck @ Paul Desmond
      Who wrote “’Round Midnight”? | Thelonious Monk | Bud Powell | Miles Davis | Duke Ellington @ Thelonious Monk
      In which band did Mark E. Smith sing? | The Fall | Magazine | Wire | Gang of Four @ The Fall
      Who sang in Cocteau Twins? | Elizabeth Fraser | Hope Sandoval | Harriet Wheeler | Miki Berenyi @ Cocteau Twins
      Which two musicians were Neu!? | Klaus Dinger and Michael Rother | Ralf Hütter and Florian Schneider | Dieter Moebius and Hans-Joachim Roedelius | Edgar Froese and Christopher Franke @ Neu!
      Who recorded “River Man”? | Nick Drake | John Martyn | Bert Jansch | Tim Buckley @ Nick Drake
      Who produced Joy Division’s “Unknown Pleasures”? | Martin Hannett | Tony Visconti | Brian Eno | Steve Lillywhite @ Joy Division
      Who recorded “Windowlicker”? | Aphex Twin | Autechre | Squarepusher | Boards of Canada @ Aphex Twin
      Who sings on Massive Attack’s “Teardrop”? | Elizabeth Fraser | Shara Nelson | Tracey Thorn | Beth Gibbons @ Massive Attack
      In which band did Björk sing before her solo albums of the 1990s? | The Sugarcubes | Sigur Rós | GusGus | múm @ Björk @ The Sugarcubes
      Which singer began in the band Os Mutantes? | Rita Lee | Gal Costa | Elis Regina | Astrud Gilberto @ Os Mutantes @ Rita Lee
      Which bassist was one of Motown’s Funk Brothers? | James Jamerson | Larry Graham | Bootsy Collins | Donald “Duck” Dunn
      Which band did Kim Deal start while she was in the Pixies? | The Breeders | Throwing Muses | Veruca Salt | L7 @ The Breeders @ Pixies
      Who wrote “Nothing Compares 2 U”? | Prince | Sinéad O’Connor | Bob Geldof | Terence Trent D’Arby @ Prince @ Sinéad O’Connor
      Under what name does Annie Clark record? | St. Vincent | Cat Power | Feist | Bat for Lashes @ St. Vincent`,
  },
  year: {
    easy: `
      In which year did Michael Jackson’s “Thriller” come out? | 1982 | 1979 | 1985 | 1988 @ Michael Jackson
      In which year was the Woodstock festival with Jimi Hendrix? | 1969 | 1965 | 1972 | 1976 @ Jimi Hendrix
      In which year did “Sgt. Pepper’s Lonely Hearts Club Band” come out? | 1967 | 1964 | 1970 | 1973 @ The Beatles
      In which year did Nirvana’s “Nevermind” come out? | 1991 | 1988 | 1994 | 1997 @ Nirvana
      In which year did Live Aid take place? | 1985 | 1981 | 1989 | 1993
      In which year did Elvis Presley die? | 1977 | 1971 | 1982 | 1986 @ Elvis Presley
      In which year did ABBA win the Eurovision Song Contest with “Waterloo”? | 1974 | 1970 | 1978 | 1982 @ ABBA
      In which year did Adele’s album “25” come out? | 2015 | 2008 | 2011 | 2019 @ Adele
      In which year did MTV go on air? | 1981 | 1975 | 1986 | 1991
      In which year did “Wannabe” by the Spice Girls come out? | 1996 | 1992 | 1999 | 2003 @ Spice Girls
      In which year did Psy’s “Gangnam Style” come out? | 2012 | 2006 | 2009 | 2015 @ Psy
      In which year did “Abbey Road” come out? | 1969 | 1963 | 1966 | 1972 @ The Beatles
      In which year did Prince’s album “Purple Rain” come out? | 1984 | 1980 | 1988 | 1991 @ Prince
      In which year did “The Dark Side of the Moon” come out? | 1973 | 1967 | 1977 | 1983 @ Pink Floyd
      In which year did Britney Spears’s single “...Baby One More Time” come out? | 1998 | 1994 | 2001 | 2004 @ Britney Spears
      In which year did “(What’s the Story) Morning Glory?” come out? | 1995 | 1991 | 1998 | 2001 @ Oasis
      In which year did Beyoncé’s “Lemonade” come out? | 2016 | 2010 | 2013 | 2019 @ Beyoncé
      In which year did Daft Punk’s “Random Access Memories” come out? | 2013 | 2007 | 2010 | 2017 @ Daft Punk
      In which year was John Lennon shot in New York? | 1980 | 1976 | 1984 | 1988 @ John Lennon @ The Beatles`,
    medium: `
      In which year did Radiohead’s “OK Computer” come out? | 1997 | 1995 | 1999 | 2001 @ Radiohead
      In which year did Fleetwood Mac’s “Rumours” come out? | 1977 | 1975 | 1979 | 1981 @ Fleetwood Mac
      In which year did “Never Mind the Bollocks, Here’s the Sex Pistols” come out? | 1977 | 1975 | 1979 | 1981 @ Sex Pistols
      In which year did David Bowie’s Ziggy Stardust album come out? | 1972 | 1970 | 1974 | 1976 @ David Bowie
      In which year did Marvin Gaye’s album “What’s Going On” come out? | 1971 | 1968 | 1973 | 1975 @ Marvin Gaye
      In which year did Led Zeppelin’s album with “Stairway to Heaven” come out? | 1971 | 1969 | 1973 | 1975 @ Led Zeppelin
      In which year did Amy Winehouse’s “Back to Black” come out? | 2006 | 2003 | 2008 | 2010 @ Amy Winehouse
      In which year did “Is This It” by The Strokes come out? | 2001 | 1999 | 2003 | 2005 @ The Strokes
      In which year did Portishead’s “Dummy” come out? | 1994 | 1991 | 1997 | 1999 @ Portishead
      In which year did Kraftwerk’s album “Autobahn” come out? | 1974 | 1971 | 1977 | 1980 @ Kraftwerk
      In which year did Public Enemy’s “It Takes a Nation of Millions to Hold Us Back” come out? | 1988 | 1986 | 1990 | 1992 @ Public Enemy
      In which year did “The Miseducation of Lauryn Hill” come out? | 1998 | 1996 | 2000 | 2002 @ Lauryn Hill
      In which year did Bruce Springsteen’s “Born to Run” come out? | 1975 | 1973 | 1978 | 1980 @ Bruce Springsteen
      In which year did Joy Division’s “Unknown Pleasures” come out? | 1979 | 1977 | 1981 | 1983 @ Joy Division
      In which year did “Pet Sounds” by The Beach Boys come out? | 1966 | 1964 | 1968 | 1970 @ The Beach Boys
      In which year did Arcade Fire’s “Funeral” come out? | 2004 | 2002 | 2006 | 2008 @ Arcade Fire
      In which year did Björk’s album “Debut” come out? | 1993 | 1990 | 1995 | 1997 @ Björk
      In which year did Kendrick Lamar’s “To Pimp a Butterfly” come out? | 2015 | 2012 | 2014 | 2017 @ Kendrick Lamar
      In which year did U2’s “The Joshua Tree” come out? | 1987 | 1984 | 1989 | 1991 @ U2`,
    hard: `
      In which year did Miles Davis’s “Kind of Blue” come out? | 1959 | 1957 | 1958 | 1961 @ Miles Davis
      In which year did “The Velvet Underground & Nico” come out? | 1967 | 1965 | 1966 | 1968 @ The Velvet Underground @ Nico
      In which year did My Bloody Valentine’s “Loveless” come out? | 1991 | 1989 | 1990 | 1992 @ My Bloody Valentine
      In which year did Slint’s “Spiderland” come out? | 1991 | 1989 | 1990 | 1993 @ Slint
      In which year did Television’s “Marquee Moon” come out? | 1977 | 1975 | 1976 | 1978 @ Television
      In which year did Joni Mitchell’s “Blue” come out? | 1971 | 1969 | 1970 | 1972 @ Joni Mitchell
      In which year did “Remain in Light” by Talking Heads come out? | 1980 | 1978 | 1979 | 1981 @ Talking Heads
      In which year did Massive Attack’s “Mezzanine” come out? | 1998 | 1996 | 1997 | 1999 @ Massive Attack
      In which year did DJ Shadow’s “Endtroducing.....” come out? | 1996 | 1995 | 1997 | 1998 @ DJ Shadow
      In which year did “The Queen Is Dead” by The Smiths come out? | 1986 | 1984 | 1985 | 1987 @ The Smiths
      In which year did Nick Drake’s “Pink Moon” come out? | 1972 | 1970 | 1971 | 1974 @ Nick Drake
      In which year did “Music Has the Right to Children” by Boards of Canada come out? | 1998 | 1996 | 1997 | 2000 @ Boards of Canada
      In which year did John Coltrane’s “A Love Supreme” come out? | 1965 | 1960 | 1962 | 1967 @ John Coltrane
      In which year did Patti Smith’s “Horses” come out? | 1975 | 1973 | 1974 | 1977 @ Patti Smith
      In which year did the Pixies’ “Doolittle” come out? | 1989 | 1987 | 1990 | 1991 @ Pixies
      In which year did “Enter the Wu-Tang (36 Chambers)” come out? | 1993 | 1991 | 1992 | 1995 @ Wu-Tang Clan
      In which year did “In the Aeroplane Over the Sea” by Neutral Milk Hotel come out? | 1998 | 1996 | 1997 | 2000 @ Neutral Milk Hotel
      In which year did Can’s “Tago Mago” come out? | 1971 | 1969 | 1973 | 1974 @ Can
      In which year did Kate Bush’s “Hounds of Love” come out? | 1985 | 1983 | 1984 | 1987 @ Kate Bush
      In which year did Burial’s “Untrue” come out? | 2007 | 2005 | 2006 | 2009 @ Burial`,
  },
  genre: {
    easy: `
      Which genre is Bob Marley known for? | Reggae | Calypso | Salsa | Samba @ Bob Marley
      Which genre is Miles Davis known for? | Jazz | Country | Opera | Gospel @ Miles Davis
      Which genre is Johnny Cash known for? | Country | Soul | Reggae | Disco @ Johnny Cash
      Which genre is Iron Maiden known for? | Metal | Ska | Funk | Folk @ Iron Maiden
      Which genre are the Ramones known for? | Punk | Progressive rock | Country | Disco @ Ramones
      Which genre fills the soundtrack of “Saturday Night Fever”? | Disco | Punk | Reggae | Heavy metal @ Bee Gees
      Which genre is Kraftwerk known for? | Electronic | Folk | Blues | Country @ Kraftwerk
      Which kind of music did Mozart write? | Classical | Jazz | Gospel | Blues @ Mozart @ Wolfgang Amadeus Mozart
      Which genre of the 1990s came out of Seattle? | Grunge | Disco | Techno | Reggae
      Which genre did Grandmaster Flash help create? | Hip-hop | Country | Punk | Folk @ Grandmaster Flash
      Which genre is B.B. King known for? | Blues | Techno | Ska | Bluegrass @ B.B. King
      Of which genre is Aretha Franklin called the queen? | Soul | Country | Punk | Techno @ Aretha Franklin
      Which genre of the 1990s do Oasis, Blur and Pulp stand for? | Britpop | Grunge | Trip hop | Ska @ Oasis @ Blur @ Pulp
      For which genre is the Grand Ole Opry a stage? | Country | Jazz | Opera | House
      Which genre is “Get Up (I Feel Like Being a) Sex Machine” by James Brown? | Funk | Folk | Punk | Ambient @ James Brown
      Which genre did Black Sabbath help create? | Heavy metal | Disco | House | Reggae @ Black Sabbath
      Which genre did Mahalia Jackson sing? | Gospel | Opera | Punk | Country @ Mahalia Jackson
      For which dance did Astor Piazzolla write? | Tango | Waltz | Samba | Polka @ Astor Piazzolla
      In which genre do singers and an orchestra tell a story on a stage, as in “Carmen”? | Opera | Gospel | Chamber music | Swing`,
    medium: `
      Which genre is associated with Portishead, Tricky and Massive Attack? | Trip hop | Drum and bass | Shoegaze | UK garage @ Massive Attack @ Portishead @ Tricky
      Which genre did The Specials and Madness bring back? | Ska | Rockabilly | Doo-wop | Skiffle @ The Specials @ Madness
      Which genre is “The Girl from Ipanema”? | Bossa nova | Tango | Flamenco | Mariachi @ João Gilberto @ Astrud Gilberto @ Stan Getz
      Which genre did Fela Kuti and Tony Allen shape? | Afrobeat | Soukous | Raï | Mbaqanga @ Tony Allen @ Fela Kuti
      Of which genre is Frankie Knuckles called the godfather? | House | Trance | Dubstep | Drum and bass @ Frankie Knuckles
      Which genre did Juan Atkins, Derrick May and Kevin Saunderson make in Detroit? | Techno | Dubstep | Gabber | Trip hop @ Kevin Saunderson @ Derrick May @ Juan Atkins
      Which genre gets its name from Bill Monroe’s band? | Bluegrass | Zydeco | Western swing | Skiffle @ Bill Monroe
      Which genre is associated with My Bloody Valentine, Slowdive and Ride? | Shoegaze | Britpop | Grunge | Emo @ My Bloody Valentine @ Slowdive @ Ride
      Which genre did King Tubby shape at the mixing desk? | Dub | Calypso | Soca | Zouk @ King Tubby
      Which genre did Clifton Chenier play on his accordion? | Zydeco | Bluegrass | Norteño | Klezmer @ Clifton Chenier
      Which genre is associated with Yes, Genesis and King Crimson? | Progressive rock | Punk | Surf rock | Grunge @ Yes @ Genesis @ King Crimson
      Which genre is associated with T. Rex, Slade and Sweet? | Glam rock | Progressive rock | Krautrock | Surf rock @ T. Rex @ Slade @ Sweet
      Which genre is Dick Dale known for? | Surf rock | Doo-wop | Glam rock | Skiffle @ Dick Dale
      Which genre did Lonnie Donegan make a craze in Britain? | Skiffle | Ska | Disco | Bossa nova @ Lonnie Donegan
      Which genre is Brian Eno’s “Music for Airports”? | Ambient | Krautrock | Techno | Synth-pop @ Brian Eno
      Which genre is Goldie’s “Timeless”? | Drum and bass | Trip hop | Trance | House @ Goldie
      Which genre are Skream and Benga from Croydon known for? | Dubstep | Gabber | Trance | Italo disco @ Skream @ Benga
      Which genre is “Boy in da Corner” by Dizzee Rascal? | Grime | Drum and bass | Trip hop | Big beat @ Dizzee Rascal
      Which kind of jazz did Charlie Parker and Dizzy Gillespie shape in the 1940s? | Bebop | Swing | Dixieland | Free jazz @ Dizzy Gillespie @ Charlie Parker`,
    hard: `
      Which genre shares its name with an Ornette Coleman album of 1961? | Free jazz | Cool jazz | Hard bop | Third stream @ Ornette Coleman
      Which genre is associated with Can, Neu! and Faust? | Krautrock | Schlager | Neue Deutsche Welle | Zeuhl @ Can @ Neu! @ Faust
      What does the French band Magma call its music? | Zeuhl | Musique concrète | Krautrock | Yé-yé @ Magma
      Which genre did Pierre Schaeffer begin with recorded sounds? | Musique concrète | Serialism | Minimalism | Zeuhl @ Pierre Schaeffer
      Which genre is associated with Steve Reich, Philip Glass and Terry Riley? | Minimalism | Serialism | Spectralism | Romanticism @ Philip Glass @ Steve Reich @ Terry Riley
      Which kind of music did Arnold Schoenberg devise in the 1920s? | Twelve-tone music | Musique concrète | Minimalism | Spectralism @ Arnold Schoenberg
      Which genre from Algeria do Khaled and Cheb Mami sing? | Raï | Gnawa | Fado | Rebetiko @ Khaled @ Cheb Mami
      Which genre did Amália Rodrigues sing? | Fado | Flamenco | Morna | Chanson @ Amália Rodrigues
      Which genre of Cape Verde did Cesária Évora sing? | Morna | Fado | Samba | Soukous @ Cesária Évora
      Which genre did Franco play with TPOK Jazz? | Congolese rumba | Highlife | Jùjú | Mbalax @ Franco
      Which genre of Senegal is Youssou N’Dour known for? | Mbalax | Jùjú | Highlife | Soukous @ Youssou N’Dour
      Which genre of Nigeria does King Sunny Adé play? | Jùjú | Mbalax | Morna | Raï @ King Sunny Adé
      Which genre are Mayhem and Emperor from Norway known for? | Black metal | Power metal | Nu metal | Glam metal @ Emperor @ Mayhem
      Which genre is “Scum” by Napalm Death? | Grindcore | Power metal | Nu metal | Folk metal @ Napalm Death
      Which genre stems from Rites of Spring in Washington, D.C.? | Emo | Grunge | Shoegaze | Riot grrrl @ Rites of Spring
      Which genre is “Clear” by Cybotron? | Electro | Acid house | Trip hop | Go-go @ Cybotron
      Of which genre of Washington, D.C. is Chuck Brown called the godfather? | Go-go | Bounce | Electro | Crunk @ Chuck Brown
      Which genre is “Acid Tracks” by Phuture? | Acid house | Trance | Trip hop | Electro @ Phuture
      Which genre of Greece is Markos Vamvakaris known for? | Rebetiko | Klezmer | Sevdalinka | Fado @ Markos Vamvakaris
      Which movement did Caetano Veloso, Gilberto Gil and Os Mutantes belong to? | Tropicália | Bossa nova | Forró | Axé @ Caetano Veloso @ Gilberto Gil @ Os Mutantes`,
  },
  album: {
    easy: `
      On the cover of which album do The Beatles walk across a crosswalk? | Abbey Road | Revolver | Let It Be | Help! @ The Beatles
      Which album has “Billie Jean” and “Beat It”? | Thriller | Bad | Off the Wall | Dangerous @ Michael Jackson
      Which album begins with “Smells Like Teen Spirit”? | Nevermind | In Utero | Bleach | Incesticide @ Nirvana
      Which Pink Floyd album has “Money” and “Time”? | The Dark Side of the Moon | Animals | The Wall | Wish You Were Here @ Pink Floyd
      Which Fleetwood Mac album has “Dreams” and “Go Your Own Way”? | Rumours | Tusk | Mirage | Tango in the Night @ Fleetwood Mac
      Which Adele album has “Someone Like You”? | 21 | 19 | 25 | 30 @ Adele
      Which Beyoncé album has “Crazy in Love”? | Dangerously in Love | B’Day | Lemonade | I Am... Sasha Fierce @ Beyoncé
      Which Guns N’ Roses album has “Welcome to the Jungle”? | Appetite for Destruction | Use Your Illusion I | Use Your Illusion II | Chinese Democracy @ Guns N’ Roses
      On the cover of which album does Bruce Springsteen stand with his back to us in front of a flag? | Born in the U.S.A. | Nebraska | The River | Born to Run @ Bruce Springsteen
      Which Oasis album has “Wonderwall”? | (What’s the Story) Morning Glory? | Definitely Maybe | Be Here Now | Heathen Chemistry @ Oasis
      Which U2 album has “With or Without You”? | The Joshua Tree | War | Achtung Baby | Pop @ U2
      Which Prince album has “When Doves Cry”? | Purple Rain | 1999 | Sign o’ the Times | Parade @ Prince
      Which album has “Enter Sandman”? | Metallica | Master of Puppets | Ride the Lightning | Load @ Metallica
      Which Amy Winehouse album has “Rehab”? | Back to Black | Frank | Lioness: Hidden Treasures | At the BBC: Radio Sessions @ Amy Winehouse
      Which Coldplay album has “Clocks”? | A Rush of Blood to the Head | Parachutes | X&Y | Mylo Xyloto @ Coldplay
      Which Beatles album has “Lucy in the Sky with Diamonds”? | Sgt. Pepper’s Lonely Hearts Club Band | Revolver | Rubber Soul | Help! @ The Beatles
      Which Taylor Swift album has “Blank Space”? | 1989 | Red | Reputation | Fearless @ Taylor Swift
      Which Green Day album has “Basket Case”? | Dookie | American Idiot | Nimrod | Insomniac @ Green Day
      On the cover of which album is a banana by Andy Warhol? | The Velvet Underground & Nico | Transformer | Loaded | Sticky Fingers @ The Velvet Underground @ Nico`,
    medium: `
      Which Radiohead album has “Karma Police”? | OK Computer | The Bends | Kid A | Amnesiac @ Radiohead
      Which David Bowie album has “Life on Mars?”? | Hunky Dory | Aladdin Sane | Low | The Man Who Sold the World @ David Bowie
      Which Led Zeppelin album has “Kashmir”? | Physical Graffiti | Houses of the Holy | Presence | Led Zeppelin II @ Led Zeppelin
      Which Talking Heads album has “Once in a Lifetime”? | Remain in Light | Fear of Music | Speaking in Tongues | Little Creatures @ Talking Heads
      Which album ends with “Glory Box”? | Dummy | Third | Portishead | Maxinquaye @ Portishead
      Which Massive Attack album has “Unfinished Sympathy”? | Blue Lines | Protection | Mezzanine | 100th Window @ Massive Attack
      Which Bob Marley album has “Redemption Song”? | Uprising | Exodus | Kaya | Natty Dread @ Bob Marley
      Which Smiths album has “There Is a Light That Never Goes Out”? | The Queen Is Dead | Meat Is Murder | Strangeways, Here We Come | The Smiths @ The Smiths
      Which album by The Cure has “Just Like Heaven”? | Kiss Me, Kiss Me, Kiss Me | Disintegration | Pornography | Wish @ The Cure
      Which Joni Mitchell album of the 1970s has “A Case of You”? | Blue | Court and Spark | Hejira | For the Roses @ Joni Mitchell
      Which Beach Boys album has “God Only Knows”? | Pet Sounds | Surf’s Up | Smiley Smile | Holland @ The Beach Boys
      Which Kendrick Lamar album has “Alright”? | To Pimp a Butterfly | good kid, m.A.A.d city | DAMN. | Section.80 @ Kendrick Lamar
      Which album has “Doo Wop (That Thing)”? | The Miseducation of Lauryn Hill | The Score | Baduizm | Mama’s Gun @ Lauryn Hill
      Which OutKast album has “Hey Ya!”? | Speakerboxxx/The Love Below | Stankonia | Aquemini | ATLiens @ OutKast
      Which Rolling Stones album begins with “Gimme Shelter”? | Let It Bleed | Sticky Fingers | Beggars Banquet | Exile on Main St. @ The Rolling Stones
      Which Stevie Wonder album has “Superstition”? | Talking Book | Innervisions | Songs in the Key of Life | Music of My Mind @ Stevie Wonder
      Which Miles Davis album begins with “So What”? | Kind of Blue | Bitches Brew | Sketches of Spain | Birth of the Cool @ Miles Davis
      Which Pixies album begins with “Debaser”? | Doolittle | Surfer Rosa | Bossanova | Trompe le Monde @ Pixies
      Which album by The Who begins with “Baba O’Riley”? | Who’s Next | Tommy | Quadrophenia | The Who Sell Out @ The Who
      Which Björk album begins with “Army of Me”? | Post | Debut | Homogenic | Vespertine @ Björk`,
    hard: `
      Which Joy Division album begins with “Atrocity Exhibition”? | Closer | Unknown Pleasures | Still | Substance @ Joy Division
      Which Can album has “Halleluhwah”? | Tago Mago | Ege Bamyasi | Future Days | Soon Over Babaluma @ Can
      Which album begins with “Only Shallow”? | Loveless | Isn’t Anything | m b v | Souvlaki @ My Bloody Valentine
      Which Sonic Youth album begins with “Teen Age Riot”? | Daydream Nation | Goo | Sister | Dirty @ Sonic Youth
      Which John Coltrane album of 1960 has “Naima”? | Giant Steps | Blue Train | Coltrane Jazz | Soultrane @ John Coltrane
      Which Charles Mingus album of 1959 has “Goodbye Pork Pie Hat”? | Mingus Ah Um | Mingus Dynasty | Pithecanthropus Erectus | Blues & Roots @ Charles Mingus
      Which Boards of Canada album has “Roygbiv”? | Music Has the Right to Children | Geogaddi | The Campfire Headphase | Tomorrow’s Harvest @ Boards of Canada
      Which Aphex Twin album begins with “Xtal”? | Selected Ambient Works 85–92 | Drukqs | Richard D. James Album | Syro @ Aphex Twin
      Which album ends with “Good Morning, Captain”? | Spiderland | Tweez | Millions Now Living Will Never Die | Hex @ Slint
      Which Sigur Rós album has “Svefn-g-englar”? | Ágætis byrjun | Takk... | Von | Kveikur @ Sigur Rós
      Which Burial record has “Archangel”? | Untrue | Kindred | Rival Dealer | Truant / Rough Sleeper @ Burial
      Which Velvet Underground album has “Pale Blue Eyes”? | The Velvet Underground | White Light/White Heat | Loaded | The Velvet Underground & Nico @ The Velvet Underground
      Which Kate Bush album has “And Dream of Sheep”? | Hounds of Love | The Dreaming | The Sensual World | Never for Ever @ Kate Bush
      Which Nick Drake album has “Northern Sky”? | Bryter Layter | Five Leaves Left | Pink Moon | Made to Love Magic @ Nick Drake
      Which Nina Simone album ends with a ten-minute “Sinnerman”? | Pastel Blues | I Put a Spell on You | Wild Is the Wind | High Priestess of Soul @ Nina Simone
      Which DJ Shadow album has “Midnight in a Perfect World”? | Endtroducing..... | The Private Press | The Outsider | The Less You Know, the Better @ DJ Shadow
      Which Stereolab album begins with “Metronomic Underground”? | Emperor Tomato Ketchup | Dots and Loops | Mars Audiac Quintet | Peng! @ Stereolab
      Which Bill Evans album has “Peace Piece”? | Everybody Digs Bill Evans | Waltz for Debby | Portrait in Jazz | New Jazz Conceptions @ Bill Evans
      Which Pixies record begins with “Caribou”? | Come On Pilgrim | Surfer Rosa | Doolittle | Bossanova @ Pixies
      Which Wilco album has “Jesus, Etc.”? | Yankee Hotel Foxtrot | A Ghost Is Born | Summerteeth | Being There @ Wilco
      Which Neil Young album has “Cortez the Killer”? | Zuma | Harvest | Tonight’s the Night | On the Beach @ Neil Young`,
  },
};

/** All questions of the bank. */
export const questionBank: BankQuestion[] = Object.entries(lines).flatMap(([category, cells]) =>
  Object.entries(cells).flatMap(([difficulty, cell]) =>
    cell
      .trim()
      .split("\n")
      .map((line) => {
        const [asked = "", ...artists] = line.trim().split(" @ ");
        const [question = "", correctAnswer = "", ...others] = asked.split(" | ");
        return {
          question,
          correctAnswer,
          others,
          category: category as Category,
          difficulty: difficulty as Difficulty,
          artistKeys: artists.map(artistKey),
        };
      }),
  ),
);
