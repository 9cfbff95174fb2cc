// What stands in place of an artist's name when there are several or none is known.
import { artistKey } from "./artist-key";

/** What music programs and shops write, in their languages. */
const PLACEHOLDERS = `
  Various, Various Artist, Various Artists, Various Performers, Various Interprets, Varied Artists, Multiple Artists
  Various DJs, Various Composers, Diverse Artists
  Unknown, Unknown Artist, Unknown Artists, Unknown Performer, Unknown Interpret, Artist Unknown, No Artist
  Verschiedene Interpreten, Verschiedene Künstler, Diverse Interpreten, Diverse Künstler
  Unbekannt, Unbekannter Künstler, Unbekannter Interpret, Unbekannte Interpreten, Interpret unbekannt, Kein Interpret, Kein Künstler
  Artistes divers, Divers artistes, Artistes variés, Artistes multiples, Interprètes divers, Multi-interprètes
  Multi-artistes, Inconnu, Artiste inconnu, Interprète inconnu, Artistes inconnus
  Varios, Varios artistas, Artistas varios, Artistas diversos, Diversos artistas, Varios intérpretes, Intérpretes varios, VV. AA.
  Desconocido, Artista desconocido, Intérprete desconocido, Sin artista
  Vari, Artisti vari, Vari artisti, Autori vari, Diversi artisti, AA. VV., Sconosciuto, Artista sconosciuto, Interprete sconosciuto
  Vários, Vários artistas, Vários intérpretes, Desconhecido, Artista desconhecido, Intérprete desconhecido
  Artistes diversos, Artista desconegut
  Diverse artiesten, Verschillende artiesten, Onbekend, Onbekende artiest, Onbekende uitvoerder
  Diverse artister, Blandade artister, Olika artister, Okänd, Okänd artist, Ukjent, Ukjent artist
  Diverse kunstnere, Forskellige kunstnere, Ukendt, Ukendt kunstner, Ukendt artist
  Eri esittäjiä, Useita esittäjiä, Eri artisteja, Tuntematon, Tuntematon esittäjä, Tuntematon artisti
  Różni wykonawcy, Różni artyści, Nieznany, Nieznany wykonawca, Nieznany artysta
  Různí interpreti, Různí umělci, Neznámý, Neznámý interpret, Neznámý umělec
  Rôzni interpreti, Rôzni umelci, Neznámy interpret
  Különböző előadók, Több előadó, Ismeretlen, Ismeretlen előadó
  Artiști diverși, Diverși artiști, Necunoscut, Artist necunoscut
  Razni izvođači, Različiti izvođači, Nepoznati izvođač
  Çeşitli Sanatçılar, Bilinmeyen, Bilinmeyen Sanatçı, Sanatçı Bilinmiyor, Berbagai Artis, Artis Tidak Dikenal, Nhiều nghệ sĩ
  Разные, Различные, Неизвестный, Неизвестно, Сборник, Разные исполнители, Различные исполнители, Разные артисты, Неизвестный исполнитель, Неизвестный артист
  Різні виконавці, Невідомий виконавець, Разни изпълнители, Неизвестен изпълнител
  Διάφοροι καλλιτέχνες, Διάφοροι, Άγνωστος, Άγνωστος καλλιτέχνης
  ヴァリアス・アーティスト, ヴァリアス・アーティスツ, バリアス・アーティスト, 不明, 不明なアーティスト, アーティスト不明
  群星, 合辑, 合輯, 未知, 未知艺术家, 未知藝術家, 未知歌手, 未知艺人, 未知演出者, 多位艺术家, 各种艺术家, 各種藝人
  여러 아티스트, 다양한 아티스트, 알 수 없음, 알 수 없는 아티스트
  فنانون متنوعون, فنان غير معروف, אמנים שונים, אמן לא ידוע
`;
const keys = new Set(PLACEHOLDERS.trim().split(/,|\n/).map(artistKey));

/** What MusicBrainz and tags write in brackets: some artists have these names without. */
const BRACKETED_WORDS = [
  ...["data", "dialogue", "none", "traditional", "anonymous", "untitled", "church chimes", "nature sounds"],
  ...["language instruction", "theatre", "theater", "silence"],
];
const BRACKETED = new RegExp(`^[[<({]\\s*(?:${BRACKETED_WORDS.join("|")})\\s*[\\])>}]$`, "i");
/** No other spellings: "Vå" is a name. */
const ABBREVIATED = /^[[<(]?v\s?[./]?\s?a\.?[\])>]?$/i;

/** The folded keys of all placeholders; some are also the keys of artists, such as Data and The Unknown. */
export function listPlaceholderKeys(): string[] {
  const others = [...BRACKETED_WORDS.map((word) => `[${word}]`), "VA", "V A"];
  return [...new Set([...keys, ...others.map(artistKey)])];
}

/** True for "Various Artists", "<Unknown>", "[data]" and the like, which say that there is no one artist to name. */
export function isPlaceholderArtist(name: string): boolean {
  const written = name.trim();
  if (BRACKETED.test(written) || ABBREVIATED.test(written)) return true;
  // "The Unknown" is a band.
  return keys.has(artistKey(written)) && !/^the\s/i.test(written);
}
