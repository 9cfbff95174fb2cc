// The question bank: our own questions about music. A line holds a question, its answer and three wrong ones.
import type { Category, Difficulty } from "./trivia";

export type BankQuestion = {
  question: string;
  correctAnswer: string;
  /** The three wrong answers. */
  others: string[];
  category: Category;
  difficulty: Difficulty;
};

const lines: Record<Category, Record<Difficulty, string>> = {
  artist: {
    easy: `
      Who sings “Rolling in the Deep”? | Adele | Amy Winehouse | Duffy | Dido
      Which band recorded “Bohemian Rhapsody”? | Queen | Led Zeppelin | The Who | Genesis
      Whose song is “Billie Jean”? | Michael Jackson | Prince | Stevie Wonder | Lionel Richie
      Which group sings “Dancing Queen”? | ABBA | Boney M. | Bee Gees | Blondie
      Who sings “When Doves Cry”? | Prince | Rick James | George Michael | Lenny Kravitz
      Which band recorded “Smells Like Teen Spirit”? | Nirvana | Pearl Jam | Soundgarden | Alice in Chains
      Which band recorded “Wonderwall”? | Oasis | Blur | Pulp | Suede
      Who sings “Like a Virgin”? | Madonna | Cyndi Lauper | Kylie Minogue | Whitney Houston
      Which band recorded “Yellow”? | Coldplay | Keane | Travis | Snow Patrol
      Who took “Respect” to number one in 1967? | Aretha Franklin | Diana Ross | Tina Turner | Dusty Springfield
      Which band recorded “Iron Man” and “Paranoid”? | Black Sabbath | Deep Purple | Led Zeppelin | Judas Priest
      Who sang “No Woman, No Cry” with the Wailers? | Bob Marley | Jimmy Cliff | Desmond Dekker | Toots Hibbert
      Who turned himself into Ziggy Stardust? | David Bowie | Marc Bolan | Elton John | Iggy Pop
      Which band recorded “Mr. Brightside”? | The Killers | The Strokes | Franz Ferdinand | Kaiser Chiefs
      Who recorded “Lose Yourself” for the film “8 Mile”? | Eminem | 50 Cent | Jay-Z | Nas
      Who sings “Shake It Off”? | Taylor Swift | Katy Perry | Ariana Grande | Miley Cyrus
      Which duo sang “The Sound of Silence”? | Simon & Garfunkel | The Everly Brothers | Sonny & Cher | The Righteous Brothers
      In which band does Bono sing? | U2 | INXS | R.E.M. | Simple Minds
      Who sings “Umbrella”? | Rihanna | Beyoncé | Alicia Keys | Ciara`,
    medium: `
      Which band recorded “Paranoid Android”? | Radiohead | Muse | Portishead | Blur
      Who wrote “Both Sides, Now”? | Joni Mitchell | Carole King | Joan Baez | Judy Collins
      Which band recorded “Blue Monday”? | New Order | Depeche Mode | The Human League | Orchestral Manoeuvres in the Dark
      Whose debut single was “Wuthering Heights”? | Kate Bush | Siouxsie Sioux | Annie Lennox | Toyah
      Which band recorded “Rock the Casbah”? | The Clash | Sex Pistols | The Jam | Buzzcocks
      Who recorded “Superstition”? | Stevie Wonder | Marvin Gaye | Curtis Mayfield | James Brown
      Which band recorded “Psycho Killer”? | Talking Heads | Television | Blondie | Ramones
      Which band recorded “Love Will Tear Us Apart”? | Joy Division | The Cure | Bauhaus | The Smiths
      Who wrote “Jolene”? | Dolly Parton | Loretta Lynn | Tammy Wynette | Emmylou Harris
      Which group has Chuck D and Flavor Flav? | Public Enemy | N.W.A | Run-DMC | Wu-Tang Clan
      Which duo recorded “One More Time”? | Daft Punk | Air | Justice | Basement Jaxx
      In which band did Morrissey sing and Johnny Marr play the guitar? | The Smiths | Joy Division | Buzzcocks | Echo & the Bunnymen
      Which singer was born Robyn Fenty? | Rihanna | Alicia Keys | Ciara | Ashanti
      Which singer was born Stefani Germanotta? | Lady Gaga | Gwen Stefani | Katy Perry | Lana Del Rey
      Which singer was born Farrokh Bulsara? | Freddie Mercury | George Michael | Elton John | Cat Stevens
      Who recorded “Purple Haze”? | Jimi Hendrix | Cream | The Yardbirds | The Doors
      Which band recorded “Where Is My Mind?”? | Pixies | Sonic Youth | Dinosaur Jr. | Hüsker Dü
      Which band recorded “Waterloo Sunset”? | The Kinks | Small Faces | The Who | The Zombies
      Who wrote “Hallelujah”, which Jeff Buckley also recorded? | Leonard Cohen | Bob Dylan | Tom Waits | Nick Cave`,
    hard: `
      In which band did Ian MacKaye and Guy Picciotto play together? | Fugazi | Minor Threat | Rites of Spring | Black Flag
      Who was the drummer of Can? | Jaki Liebezeit | Klaus Dinger | Michael Karoli | Damo Suzuki
      Which band was led by Tom Verlaine? | Television | Talking Heads | The Voidoids | The Modern Lovers
      Who wrote and recorded “Giant Steps”? | John Coltrane | Sonny Rollins | Wayne Shorter | Dexter Gordon
      Who wrote “Take Five”? | Paul Desmond | Dave Brubeck | Joe Morello | Gerry Mulligan
      Who wrote “’Round Midnight”? | Thelonious Monk | Bud Powell | Miles Davis | Duke Ellington
      In which band did Mark E. Smith sing? | The Fall | Magazine | Wire | Gang of Four
      Who sang in Cocteau Twins? | Elizabeth Fraser | Hope Sandoval | Harriet Wheeler | Miki Berenyi
      Which two musicians were Neu!? | Klaus Dinger and Michael Rother | Ralf Hütter and Florian Schneider | Dieter Moebius and Hans-Joachim Roedelius | Edgar Froese and Christopher Franke
      Who recorded “River Man”? | Nick Drake | John Martyn | Bert Jansch | Tim Buckley
      Who produced Joy Division’s “Unknown Pleasures”? | Martin Hannett | Tony Visconti | Brian Eno | Steve Lillywhite
      Who recorded “Windowlicker”? | Aphex Twin | Autechre | Squarepusher | Boards of Canada
      Who sings on Massive Attack’s “Teardrop”? | Elizabeth Fraser | Shara Nelson | Tracey Thorn | Beth Gibbons
      In which band did Björk sing before her solo albums of the 1990s? | The Sugarcubes | Sigur Rós | GusGus | múm
      Which singer began in the band Os Mutantes? | Rita Lee | Gal Costa | Elis Regina | Astrud Gilberto
      Which bassist was one of Motown’s Funk Brothers? | James Jamerson | Larry Graham | Bootsy Collins | Donald “Duck” Dunn
      Which band did Kim Deal start while she was in the Pixies? | The Breeders | Throwing Muses | Veruca Salt | L7
      Who wrote “Nothing Compares 2 U”? | Prince | Sinéad O’Connor | Bob Geldof | Terence Trent D’Arby
      Under what name does Annie Clark record? | St. Vincent | Cat Power | Feist | Bat for Lashes`,
  },
  year: {
    easy: `
      In which year did Michael Jackson’s “Thriller” come out? | 1982 | 1979 | 1985 | 1988
      In which year was the Woodstock festival with Jimi Hendrix? | 1969 | 1965 | 1972 | 1976
      In which year did “Sgt. Pepper’s Lonely Hearts Club Band” come out? | 1967 | 1964 | 1970 | 1973
      In which year did Nirvana’s “Nevermind” come out? | 1991 | 1988 | 1994 | 1997
      In which year did Live Aid take place? | 1985 | 1981 | 1989 | 1993
      In which year did Elvis Presley die? | 1977 | 1971 | 1982 | 1986
      In which year did ABBA win the Eurovision Song Contest with “Waterloo”? | 1974 | 1970 | 1978 | 1982
      In which year did Adele’s album “25” come out? | 2015 | 2008 | 2011 | 2019
      In which year did MTV go on air? | 1981 | 1975 | 1986 | 1991
      In which year did “Wannabe” by the Spice Girls come out? | 1996 | 1992 | 1999 | 2003
      In which year did Psy’s “Gangnam Style” come out? | 2012 | 2006 | 2009 | 2015
      In which year did “Abbey Road” come out? | 1969 | 1963 | 1966 | 1972
      In which year did Prince’s album “Purple Rain” come out? | 1984 | 1980 | 1988 | 1991
      In which year did “The Dark Side of the Moon” come out? | 1973 | 1967 | 1977 | 1983
      In which year did Britney Spears’s single “...Baby One More Time” come out? | 1998 | 1994 | 2001 | 2004
      In which year did “(What’s the Story) Morning Glory?” come out? | 1995 | 1991 | 1998 | 2001
      In which year did Beyoncé’s “Lemonade” come out? | 2016 | 2010 | 2013 | 2019
      In which year did Daft Punk’s “Random Access Memories” come out? | 2013 | 2007 | 2010 | 2017
      In which year was John Lennon shot in New York? | 1980 | 1976 | 1984 | 1988`,
    medium: `
      In which year did Radiohead’s “OK Computer” come out? | 1997 | 1995 | 1999 | 2001
      In which year did Fleetwood Mac’s “Rumours” come out? | 1977 | 1975 | 1979 | 1981
      In which year did “Never Mind the Bollocks, Here’s the Sex Pistols” come out? | 1977 | 1975 | 1979 | 1981
      In which year did David Bowie’s Ziggy Stardust album come out? | 1972 | 1970 | 1974 | 1976
      In which year did Marvin Gaye’s album “What’s Going On” come out? | 1971 | 1968 | 1973 | 1975
      In which year did Led Zeppelin’s album with “Stairway to Heaven” come out? | 1971 | 1969 | 1973 | 1975
      In which year did Amy Winehouse’s “Back to Black” come out? | 2006 | 2003 | 2008 | 2010
      In which year did “Is This It” by The Strokes come out? | 2001 | 1999 | 2003 | 2005
      In which year did Portishead’s “Dummy” come out? | 1994 | 1991 | 1997 | 1999
      In which year did Kraftwerk’s album “Autobahn” come out? | 1974 | 1971 | 1977 | 1980
      In which year did Public Enemy’s “It Takes a Nation of Millions to Hold Us Back” come out? | 1988 | 1986 | 1990 | 1992
      In which year did “The Miseducation of Lauryn Hill” come out? | 1998 | 1996 | 2000 | 2002
      In which year did Bruce Springsteen’s “Born to Run” come out? | 1975 | 1973 | 1978 | 1980
      In which year did Joy Division’s “Unknown Pleasures” come out? | 1979 | 1977 | 1981 | 1983
      In which year did “Pet Sounds” by The Beach Boys come out? | 1966 | 1964 | 1968 | 1970
      In which year did Arcade Fire’s “Funeral” come out? | 2004 | 2002 | 2006 | 2008
      In which year did Björk’s album “Debut” come out? | 1993 | 1990 | 1995 | 1997
      In which year did Kendrick Lamar’s “To Pimp a Butterfly” come out? | 2015 | 2012 | 2014 | 2017
      In which year did U2’s “The Joshua Tree” come out? | 1987 | 1984 | 1989 | 1991`,
    hard: `
      In which year did Miles Davis’s “Kind of Blue” come out? | 1959 | 1957 | 1958 | 1961
      In which year did “The Velvet Underground & Nico” come out? | 1967 | 1965 | 1966 | 1968
      In which year did My Bloody Valentine’s “Loveless” come out? | 1991 | 1989 | 1990 | 1992
      In which year did Slint’s “Spiderland” come out? | 1991 | 1989 | 1990 | 1993
      In which year did Television’s “Marquee Moon” come out? | 1977 | 1975 | 1976 | 1978
      In which year did Joni Mitchell’s “Blue” come out? | 1971 | 1969 | 1970 | 1972
      In which year did “Remain in Light” by Talking Heads come out? | 1980 | 1978 | 1979 | 1981
      In which year did Massive Attack’s “Mezzanine” come out? | 1998 | 1996 | 1997 | 1999
      In which year did DJ Shadow’s “Endtroducing.....” come out? | 1996 | 1995 | 1997 | 1998
      In which year did “The Queen Is Dead” by The Smiths come out? | 1986 | 1984 | 1985 | 1987
      In which year did Nick Drake’s “Pink Moon” come out? | 1972 | 1970 | 1971 | 1974
      In which year did “Music Has the Right to Children” by Boards of Canada come out? | 1998 | 1996 | 1997 | 2000
      In which year did John Coltrane’s “A Love Supreme” come out? | 1965 | 1960 | 1962 | 1967
      In which year did Patti Smith’s “Horses” come out? | 1975 | 1973 | 1974 | 1977
      In which year did the Pixies’ “Doolittle” come out? | 1989 | 1987 | 1990 | 1991
      In which year did “Enter the Wu-Tang (36 Chambers)” come out? | 1993 | 1991 | 1992 | 1995
      In which year did “In the Aeroplane Over the Sea” by Neutral Milk Hotel come out? | 1998 | 1996 | 1997 | 2000
      In which year did Can’s “Tago Mago” come out? | 1971 | 1969 | 1973 | 1974
      In which year did Kate Bush’s “Hounds of Love” come out? | 1985 | 1983 | 1984 | 1987
      In which year did Burial’s “Untrue” come out? | 2007 | 2005 | 2006 | 2009`,
  },
  genre: {
    easy: `
      Which genre is Bob Marley known for? | Reggae | Calypso | Salsa | Samba
      Which genre is Miles Davis known for? | Jazz | Country | Opera | Gospel
      Which genre is Johnny Cash known for? | Country | Soul | Reggae | Disco
      Which genre is Iron Maiden known for? | Metal | Ska | Funk | Folk
      Which genre are the Ramones known for? | Punk | Progressive rock | Country | Disco
      Which genre fills the soundtrack of “Saturday Night Fever”? | Disco | Punk | Reggae | Heavy metal
      Which genre is Kraftwerk known for? | Electronic | Folk | Blues | Country
      Which kind of music did Mozart write? | Classical | Jazz | Gospel | Blues
      Which genre of the 1990s came out of Seattle? | Grunge | Disco | Techno | Reggae
      Which genre did Grandmaster Flash help create? | Hip-hop | Country | Punk | Folk
      Which genre is B.B. King known for? | Blues | Techno | Ska | Bluegrass
      Of which genre is Aretha Franklin called the queen? | Soul | Country | Punk | Techno
      Which genre of the 1990s do Oasis, Blur and Pulp stand for? | Britpop | Grunge | Trip hop | Ska
      For which genre is the Grand Ole Opry a stage? | Country | Jazz | Opera | House
      Which genre is “Get Up (I Feel Like Being a) Sex Machine” by James Brown? | Funk | Folk | Punk | Ambient
      Which genre did Black Sabbath help create? | Heavy metal | Disco | House | Reggae
      Which genre did Mahalia Jackson sing? | Gospel | Opera | Punk | Country
      For which dance did Astor Piazzolla write? | Tango | Waltz | Samba | Polka
      In which genre do singers and an orchestra tell a story on a stage, as in “Carmen”? | Opera | Gospel | Chamber music | Swing`,
    medium: `
      Which genre is associated with Portishead, Tricky and Massive Attack? | Trip hop | Drum and bass | Shoegaze | UK garage
      Which genre did The Specials and Madness bring back? | Ska | Rockabilly | Doo-wop | Skiffle
      Which genre is “The Girl from Ipanema”? | Bossa nova | Tango | Flamenco | Mariachi
      Which genre did Fela Kuti and Tony Allen shape? | Afrobeat | Soukous | Raï | Mbaqanga
      Of which genre is Frankie Knuckles called the godfather? | House | Trance | Dubstep | Drum and bass
      Which genre did Juan Atkins, Derrick May and Kevin Saunderson make in Detroit? | Techno | Dubstep | Gabber | Trip hop
      Which genre gets its name from Bill Monroe’s band? | Bluegrass | Zydeco | Western swing | Skiffle
      Which genre is associated with My Bloody Valentine, Slowdive and Ride? | Shoegaze | Britpop | Grunge | Emo
      Which genre did King Tubby shape at the mixing desk? | Dub | Calypso | Soca | Zouk
      Which genre did Clifton Chenier play on his accordion? | Zydeco | Bluegrass | Norteño | Klezmer
      Which genre is associated with Yes, Genesis and King Crimson? | Progressive rock | Punk | Surf rock | Grunge
      Which genre is associated with T. Rex, Slade and Sweet? | Glam rock | Progressive rock | Krautrock | Surf rock
      Which genre is Dick Dale known for? | Surf rock | Doo-wop | Glam rock | Skiffle
      Which genre did Lonnie Donegan make a craze in Britain? | Skiffle | Ska | Disco | Bossa nova
      Which genre is Brian Eno’s “Music for Airports”? | Ambient | Krautrock | Techno | Synth-pop
      Which genre is Goldie’s “Timeless”? | Drum and bass | Trip hop | Trance | House
      Which genre are Skream and Benga from Croydon known for? | Dubstep | Gabber | Trance | Italo disco
      Which genre is “Boy in da Corner” by Dizzee Rascal? | Grime | Drum and bass | Trip hop | Big beat
      Which kind of jazz did Charlie Parker and Dizzy Gillespie shape in the 1940s? | Bebop | Swing | Dixieland | Free jazz`,
    hard: `
      Which genre shares its name with an Ornette Coleman album of 1961? | Free jazz | Cool jazz | Hard bop | Third stream
      Which genre is associated with Can, Neu! and Faust? | Krautrock | Schlager | Neue Deutsche Welle | Zeuhl
      What does the French band Magma call its music? | Zeuhl | Musique concrète | Krautrock | Yé-yé
      Which genre did Pierre Schaeffer begin with recorded sounds? | Musique concrète | Serialism | Minimalism | Zeuhl
      Which genre is associated with Steve Reich, Philip Glass and Terry Riley? | Minimalism | Serialism | Spectralism | Romanticism
      Which kind of music did Arnold Schoenberg devise in the 1920s? | Twelve-tone music | Musique concrète | Minimalism | Spectralism
      Which genre from Algeria do Khaled and Cheb Mami sing? | Raï | Gnawa | Fado | Rebetiko
      Which genre did Amália Rodrigues sing? | Fado | Flamenco | Morna | Chanson
      Which genre of Cape Verde did Cesária Évora sing? | Morna | Fado | Samba | Soukous
      Which genre did Franco play with TPOK Jazz? | Congolese rumba | Highlife | Jùjú | Mbalax
      Which genre of Senegal is Youssou N’Dour known for? | Mbalax | Jùjú | Highlife | Soukous
      Which genre of Nigeria does King Sunny Adé play? | Jùjú | Mbalax | Morna | Raï
      Which genre are Mayhem and Emperor from Norway known for? | Black metal | Power metal | Nu metal | Glam metal
      Which genre is “Scum” by Napalm Death? | Grindcore | Power metal | Nu metal | Folk metal
      Which genre stems from Rites of Spring in Washington, D.C.? | Emo | Grunge | Shoegaze | Riot grrrl
      Which genre is “Clear” by Cybotron? | Electro | Acid house | Trip hop | Go-go
      Of which genre of Washington, D.C. is Chuck Brown called the godfather? | Go-go | Bounce | Electro | Crunk
      Which genre is “Acid Tracks” by Phuture? | Acid house | Trance | Trip hop | Electro
      Which genre of Greece is Markos Vamvakaris known for? | Rebetiko | Klezmer | Sevdalinka | Fado
      Which movement did Caetano Veloso, Gilberto Gil and Os Mutantes belong to? | Tropicália | Bossa nova | Forró | Axé`,
  },
  album: {
    easy: `
      On the cover of which album do The Beatles walk across a crosswalk? | Abbey Road | Revolver | Let It Be | Help!
      Which album has “Billie Jean” and “Beat It”? | Thriller | Bad | Off the Wall | Dangerous
      Which album begins with “Smells Like Teen Spirit”? | Nevermind | In Utero | Bleach | Incesticide
      Which Pink Floyd album has “Money” and “Time”? | The Dark Side of the Moon | Animals | The Wall | Wish You Were Here
      Which Fleetwood Mac album has “Dreams” and “Go Your Own Way”? | Rumours | Tusk | Mirage | Tango in the Night
      Which Adele album has “Someone Like You”? | 21 | 19 | 25 | 30
      Which Beyoncé album has “Crazy in Love”? | Dangerously in Love | B’Day | Lemonade | I Am... Sasha Fierce
      Which Guns N’ Roses album has “Welcome to the Jungle”? | Appetite for Destruction | Use Your Illusion I | Use Your Illusion II | Chinese Democracy
      On the cover of which album does Bruce Springsteen stand with his back to us in front of a flag? | Born in the U.S.A. | Nebraska | The River | Born to Run
      Which Oasis album has “Wonderwall”? | (What’s the Story) Morning Glory? | Definitely Maybe | Be Here Now | Heathen Chemistry
      Which U2 album has “With or Without You”? | The Joshua Tree | War | Achtung Baby | Pop
      Which Prince album has “When Doves Cry”? | Purple Rain | 1999 | Sign o’ the Times | Parade
      Which album has “Enter Sandman”? | Metallica | Master of Puppets | Ride the Lightning | Load
      Which Amy Winehouse album has “Rehab”? | Back to Black | Frank | Lioness: Hidden Treasures | At the BBC: Radio Sessions
      Which Coldplay album has “Clocks”? | A Rush of Blood to the Head | Parachutes | X&Y | Mylo Xyloto
      Which Beatles album has “Lucy in the Sky with Diamonds”? | Sgt. Pepper’s Lonely Hearts Club Band | Revolver | Rubber Soul | Help!
      Which Taylor Swift album has “Blank Space”? | 1989 | Red | Reputation | Fearless
      Which Green Day album has “Basket Case”? | Dookie | American Idiot | Nimrod | Insomniac
      On the cover of which album is a banana by Andy Warhol? | The Velvet Underground & Nico | Transformer | Loaded | Sticky Fingers`,
    medium: `
      Which Radiohead album has “Karma Police”? | OK Computer | The Bends | Kid A | Amnesiac
      Which David Bowie album has “Life on Mars?”? | Hunky Dory | Aladdin Sane | Low | The Man Who Sold the World
      Which Led Zeppelin album has “Kashmir”? | Physical Graffiti | Houses of the Holy | Presence | Led Zeppelin II
      Which Talking Heads album has “Once in a Lifetime”? | Remain in Light | Fear of Music | Speaking in Tongues | Little Creatures
      Which album ends with “Glory Box”? | Dummy | Third | Portishead | Maxinquaye
      Which Massive Attack album has “Unfinished Sympathy”? | Blue Lines | Protection | Mezzanine | 100th Window
      Which Bob Marley album has “Redemption Song”? | Uprising | Exodus | Kaya | Natty Dread
      Which Smiths album has “There Is a Light That Never Goes Out”? | The Queen Is Dead | Meat Is Murder | Strangeways, Here We Come | The Smiths
      Which album by The Cure has “Just Like Heaven”? | Kiss Me, Kiss Me, Kiss Me | Disintegration | Pornography | Wish
      Which Joni Mitchell album of the 1970s has “A Case of You”? | Blue | Court and Spark | Hejira | For the Roses
      Which Beach Boys album has “God Only Knows”? | Pet Sounds | Surf’s Up | Smiley Smile | Holland
      Which Kendrick Lamar album has “Alright”? | To Pimp a Butterfly | good kid, m.A.A.d city | DAMN. | Section.80
      Which album has “Doo Wop (That Thing)”? | The Miseducation of Lauryn Hill | The Score | Baduizm | Mama’s Gun
      Which OutKast album has “Hey Ya!”? | Speakerboxxx/The Love Below | Stankonia | Aquemini | ATLiens
      Which Rolling Stones album begins with “Gimme Shelter”? | Let It Bleed | Sticky Fingers | Beggars Banquet | Exile on Main St.
      Which Stevie Wonder album has “Superstition”? | Talking Book | Innervisions | Songs in the Key of Life | Music of My Mind
      Which Miles Davis album begins with “So What”? | Kind of Blue | Bitches Brew | Sketches of Spain | Birth of the Cool
      Which Pixies album begins with “Debaser”? | Doolittle | Surfer Rosa | Bossanova | Trompe le Monde
      Which album by The Who begins with “Baba O’Riley”? | Who’s Next | Tommy | Quadrophenia | The Who Sell Out
      Which Björk album begins with “Army of Me”? | Post | Debut | Homogenic | Vespertine`,
    hard: `
      Which Joy Division album begins with “Atrocity Exhibition”? | Closer | Unknown Pleasures | Still | Substance
      Which Can album has “Halleluhwah”? | Tago Mago | Ege Bamyasi | Future Days | Soon Over Babaluma
      Which album begins with “Only Shallow”? | Loveless | Isn’t Anything | m b v | Souvlaki
      Which Sonic Youth album begins with “Teen Age Riot”? | Daydream Nation | Goo | Sister | Dirty
      Which John Coltrane album of 1960 has “Naima”? | Giant Steps | Blue Train | Coltrane Jazz | Soultrane
      Which Charles Mingus album of 1959 has “Goodbye Pork Pie Hat”? | Mingus Ah Um | Mingus Dynasty | Pithecanthropus Erectus | Blues & Roots
      Which Boards of Canada album has “Roygbiv”? | Music Has the Right to Children | Geogaddi | The Campfire Headphase | Tomorrow’s Harvest
      Which Aphex Twin album begins with “Xtal”? | Selected Ambient Works 85–92 | Drukqs | Richard D. James Album | Syro
      Which album ends with “Good Morning, Captain”? | Spiderland | Tweez | Millions Now Living Will Never Die | Hex
      Which Sigur Rós album has “Svefn-g-englar”? | Ágætis byrjun | Takk... | Von | Kveikur
      Which Burial record has “Archangel”? | Untrue | Kindred | Rival Dealer | Truant / Rough Sleeper
      Which Velvet Underground album has “Pale Blue Eyes”? | The Velvet Underground | White Light/White Heat | Loaded | The Velvet Underground & Nico
      Which Kate Bush album has “And Dream of Sheep”? | Hounds of Love | The Dreaming | The Sensual World | Never for Ever
      Which Nick Drake album has “Northern Sky”? | Bryter Layter | Five Leaves Left | Pink Moon | Made to Love Magic
      Which Nina Simone album ends with a ten-minute “Sinnerman”? | Pastel Blues | I Put a Spell on You | Wild Is the Wind | High Priestess of Soul
      Which DJ Shadow album has “Midnight in a Perfect World”? | Endtroducing..... | The Private Press | The Outsider | The Less You Know, the Better
      Which Stereolab album begins with “Metronomic Underground”? | Emperor Tomato Ketchup | Dots and Loops | Mars Audiac Quintet | Peng!
      Which Bill Evans album has “Peace Piece”? | Everybody Digs Bill Evans | Waltz for Debby | Portrait in Jazz | New Jazz Conceptions
      Which Pixies record begins with “Caribou”? | Come On Pilgrim | Surfer Rosa | Doolittle | Bossanova
      Which Wilco album has “Jesus, Etc.”? | Yankee Hotel Foxtrot | A Ghost Is Born | Summerteeth | Being There
      Which Neil Young album has “Cortez the Killer”? | Zuma | Harvest | Tonight’s the Night | On the Beach`,
  },
};

/** All questions of the bank. */
export const questionBank: BankQuestion[] = Object.entries(lines).flatMap(([category, cells]) =>
  Object.entries(cells).flatMap(([difficulty, cell]) =>
    cell
      .trim()
      .split("\n")
      .map((line) => {
        const [question = "", correctAnswer = "", ...others] = line.trim().split(" | ");
        return {
          question,
          correctAnswer,
          others,
          category: category as Category,
          difficulty: difficulty as Difficulty,
        };
      }),
  ),
);
