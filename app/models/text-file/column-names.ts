// The names of columns in tables of songs, records and plays, in the languages that programs and people use.

/**
 * The names of a field's columns, separated by bars. If a file has several, the first one here is used.
 */
const songTitle = `
  Track Name | Song Title | Track Title | Song Name
  Songtitel | Titel des Songs | Titelname | Liedtitel
  Nom du titre | Titre de la chanson | Titre du morceau | Nom du morceau
  Nombre de la canción | Título de la canción | Nombre de la pista | Título de la pista
  Nome della traccia | Titolo della canzone | Titolo canzone | Titolo del brano | Titolo brano | Nome del brano
  Nummernaam | Nummertitel | Titel van nummer | Naam van nummer
  Nome da faixa | Título da música | Título da faixa | Nome da música
  Låtens namn | Låttitel | Låtnamn | Sangtittel | Sangtitel | Kappaleen nimi
  Parça Adı | Şarkı Adı | Tytuł utworu | Nazwa utworu | Název skladby | Dal címe
  Όνομα κομματιού | Τίτλος κομματιού
  Название трека | Название песни | Название композиции | Назва треку | Назва пісні
  اسم الأغنية | שם השיר | トラック名 | 曲名 | 曲のタイトル | 歌曲名称 | 歌名 | 歌曲名稱 | 트랙 이름 | 곡명 | 노래 제목
`;
/** Column names after which other programs number songs come last. */
const song = `
  Song | Lied | Stück | Chanson | Morceau | Canción | Tema | Canzone | Brano | Liedje | Música | Canção | Låt | Sang | Kappale
  Şarkı | Piosenka | Utwór | Píseň | Skladba | Dal | Τραγούδι | Песня | Композиция | Пісня | الأغنية | שיר | 曲 | 歌曲 | 노래 | 곡
  Track | Piste | Pista | Traccia | Nummer | Faixa | Parça | Κομμάτι | Трек | 曲目
`;
const title = `
  Title | Titel | Titre | Título | Titolo | Tittel | Nimi | Nimeke | Başlık | Tytuł | Název | Cím | Titlu | Τίτλος
  Название | Назва | العنوان | عنوان | כותרת | タイトル | 标题 | 標題 | 제목
`;
const name =
  "Name | Nom | Nombre | Nome | Naam | Namn | Navn | Nazwa | Ad | Όνομα | Имя | Наименование | 名前 | 名称 | 名稱 | 이름";
const artist = `
  Artist Name(s) | Artist Name | Artists | Artist | Track Artist | Performer | Creator | Band | Artist/Band | Album Artist Name(s) | Album Artist
  Künstlername(n) | Künstlername | Künstler | Künstler:in | Interpret | Interpreten | Interpretenname | Interpret(en) | Musiker
  Künstler/Interpret | Interpret/Künstler | Albuminterpret | Albumkünstler
  Nom(s) de l'artiste | Nom de l'artiste | Artiste | Artistes | Artiste(s) | Interprète | Interprètes | Groupe
  Nombre(s) del artista | Nombre del artista | Artista | Artistas | Artista(s) | Intérprete | Intérpretes | Grupo
  Nome dell'artista | Nome artista | Artisti | Interprete | Interpreti | Esecutore | Gruppo
  Naam van artiest | Artiestnaam | Naam artiest | Artiest | Artiesten | Artiest(en) | Uitvoerende | Uitvoerder
  Nome(s) do artista | Nome do artista | Artista/Banda | Banda
  Artistens namn | Artistnamn | Artister | Artisten | Artistnavn | Esittäjä | Artisti | Kunstner | Kunstnere | Flytjandi
  Sanatçı Adı | Sanatçı | Sanatçılar
  Wykonawca | Wykonawcy | Nazwa wykonawcy | Artysta | Artyści | Zespół | Umělec | Jméno umělce | Előadó | Előadók | Artistul
  Όνομα/τα καλλιτέχνη | Όνομα καλλιτέχνη | Καλλιτέχνης | Καλλιτέχνες
  Имя исполнителя | Исполнитель | Исполнители | Артист | Артисты | Группа | Виконавець | Виконавці | Ім'я виконавця
  أسماء الفنانين | اسم الفنان | الفنان | אמן | שם האמן
  アーティスト名 | アーティスト | 歌手 | 艺人 | 艺术家 | 艺人名 | 歌手名 | 藝人 | 演出者 | 表演者 | 아티스트 이름 | 아티스트 | 가수
`;
const album = `
  Album Name | Album | Album Title | Albumtitel | Albumname | Alben
  Nom de l'album | Titre de l'album | Nombre del álbum | Título del álbum | Álbum
  Nome dell'album | Titolo dell'album | Titolo album | Naam van album | Albumnaam
  Nome do álbum | Título do álbum | Albumets namn | Albumnamn | Albumnavn | Albumin nimi | Albumi
  Albüm Adı | Albüm | Nazwa albumu | Tytuł albumu | Název alba | Album címe
  Όνομα άλμπουμ | Τίτλος άλμπουμ | Άλμπουμ | Название альбома | Альбом | Назва альбому
  اسم الألبوم | الألبوم | אלבום | アルバム名 | アルバム | 专辑名称 | 专辑 | 專輯名稱 | 專輯 | 앨범 이름 | 앨범명 | 앨범
`;
const release = `
  Release Title | Release Name | Record Title | Release | Platte | Tonträger | Disque | Disco | Plaat | Skiva | Levy | Płyta
`;
const duration = `
  Track Duration (ms) | Duration (ms) | Duration | Track Duration | Length | Track Length | Time | Total Time
  Duration (s) | Duration (sec) | Duration (seconds) | Length (s) | Length (ms) | Time (ms) | Dauer (s) | Dauer (Sekunden)
  Track-Dauer (ms) | Dauer (ms) | Titeldauer | Dauer | Länge | Spielzeit | Laufzeit | Zeit
  Durée du titre (ms) | Durée (ms) | Durée | Temps | Duración de la canción (ms) | Duración (ms) | Duración | Tiempo
  Durata della traccia (ms) | Durata (ms) | Durata | Tempo | Nummerduur (ms) | Duur (ms) | Tijdsduur | Speelduur | Duur | Tijd
  Duração da faixa (ms) | Duração (ms) | Duração | Låtlängd (ms) | Längd | Speltid | Varighet | Varighed | Længde | Kesto
  Parça Süresi (ms) | Süre (ms) | Süre | Czas trwania (ms) | Czas trwania | Czas | Délka | Hossz | Διάρκεια κομματιού (ms) | Διάρκεια (ms) | Διάρκεια
  Длительность трека (мс) | Длительность (мс) | Длительность | Продолжительность | Время | Тривалість
  مدة الأغنية (بالمللي ثانية) | المدة | トラックの長さ（ミリ秒） | 再生時間 | 時間 | 时长 | 时间 | 時長 | 재생 시간 | 길이
`;
const playlist = `
  Playlist Name | Playlist | Playlist-Name | Wiedergabeliste | Nom de la playlist | Nombre de la playlist | Lista
  Lista de reproducción | Nome della playlist | Naam van playlist | Afspeellijst | Nome da playlist | Spellista
  Çalma Listesi | Nazwa playlisty | Плейлист | Название плейлиста | プレイリスト | プレイリスト名 | 播放列表 | 재생목록
`;
const year = `
  Year | Released | Release Year | Year Released | Year of Release | Release Date | Original Year
  Jahr | Erscheinungsjahr | Veröffentlichungsjahr | Veröffentlicht | Erscheinungsdatum | Veröffentlichungsdatum | VÖ
  Année | Année de sortie | Date de sortie | Sortie | Parution | Date de parution
  Año | Año de lanzamiento | Año de publicación | Fecha de lanzamiento | Anno | Anno di uscita | Anno di pubblicazione
  Data di uscita | Data di pubblicazione | Jaar | Jaar van uitgave | Releasejaar | Uitgavejaar | Releasedatum | Verschijningsjaar
  Ano | Ano de lançamento | Data de lançamento | År | Utgivningsår | Utgivelsesår | Udgivelsesår | Vuosi | Julkaisuvuosi
  Yıl | Rok | Rok wydania | Rok vydání | Év | Megjelenés éve | Έτος | Год | Год выпуска | Год издания | Рік
  年 | 発売年 | リリース年 | 年份 | 发行年份 | 연도 | 발매 연도
  Date | Datum | Fecha | Data
`;
const format = `
  Format | Media Type | Media | Medium | Media Format | Type
  Tonträgerart | Tonträgertyp | Datenträger | Typ | Support | Type de support | Formato | Soporte | Supporto
  Tipo | Tipo di supporto | Drager | Geluidsdrager | Soort | Suporte | Nośnik | Formát | Nosič | Formátum | Formaatti
  Biçim | Μορφή | Формат | Носитель | Тип | フォーマット | メディア | 格式 | 介质 | 형식
`;
const condition = `
  Collection Media Condition | Media Condition | Condition | Record Condition | Vinyl Condition | Grade | Grading
  Zustand | Zustand Medium | Zustand Tonträger | Zustand (Medium) | Zustand Vinyl | Zustand Platte | Erhaltung | Erhaltungszustand
  État | État du disque | État du support | État du vinyle | Estado | Estado del disco | Estado del vinilo | Conservación
  Condizione | Condizioni | Stato | Condizione disco | Condizione vinile | Conservazione | Conditie | Staat | Staat plaat
  Conservação | Skick | Tilstand | Kunto | Durum | Stan | Stan płyty | Stav | Állapot | Κατάσταση | Состояние | Стан
  状態 | コンディション | 盤質 | 品相 | 상태
`;
const notes = `
  Collection Notes | Notes | Note | Comments | Comment | Remarks | Review
  Notizen | Notiz | Bemerkung | Bemerkungen | Kommentar | Kommentare | Anmerkung | Anmerkungen
  Commentaire | Commentaires | Remarque | Remarques | Notas | Nota | Comentario | Comentarios | Observaciones
  Commento | Commenti | Osservazioni | Notities | Notitie | Opmerking | Opmerkingen | Commentaar
  Comentário | Comentários | Observações | Anteckningar | Anteckning | Notater | Noter | Muistiinpanot | Huomautukset
  Notlar | Uwagi | Notatki | Komentarz | Poznámky | Poznámka | Megjegyzés | Σημειώσεις
  Примечания | Примечание | Заметки | Комментарий | メモ | 備考 | 备注 | 메모
`;
const genre = `
  Genre | Genres | Style | Styles | Musikrichtung | Stil | Stilrichtung | Género | Géneros | Estilo | Genere | Generi
  Stile | Stijl | Gênero | Gêneros | Género musical | Genrer | Sjanger | Tyyli | Genret | Tür | Gatunek | Žánr | Műfaj
  Είδος | Жанр | Жанры | Стиль | ジャンル | 流派 | 类型 | 장르
`;
const cover = `
  Cover | Cover URL | Cover Image | Cover Art | Artwork | Image | Image URL | Coverbild | Bild | Pochette | Image de couverture
  Portada | Carátula | Imagen | Copertina | Immagine | Hoes | Hoesfoto | Afbeelding | Capa | Imagem | Omslag | Kansi | Kapak
  Okładka | Obal | Borító | Εξώφυλλο | Обложка | ジャケット | 封面 | 표지
`;
const date = `
  Date | Date Time | UTC Time | UTS | TS | Time | Time Human | Time MS | Timestamp | End Time
  Played At | Play Date | Date Played | Listened At | Scrobbled At | Scrobble Time | Scrobble Date
  Datum | Fecha | Data | Дата | 日付 | 日時 | 日期 | 날짜
`;

/** The columns of a song. */
export const songColumns = {
  title: listKeys(songTitle, title, song, name),
  artist: listKeys(artist),
  album: listKeys(album, release),
  duration: listKeys(duration),
  playlist: listKeys(playlist),
};

/** The columns of a record. RateYourMusic splits the names of artists, and says what is owned. */
export const recordColumns = {
  artist: listKeys(artist, "Last Name"),
  firstName: listKeys("First Name"),
  album: listKeys(album, title, release),
  year: listKeys(year),
  format: listKeys(format),
  condition: listKeys(condition),
  notes: listKeys(notes),
  genre: listKeys(genre),
  imageUrl: listKeys(cover),
  ownership: listKeys("Ownership"),
};

/** The columns of a play, which may have several for a date. An event tells it from a love. */
export const playColumns = {
  artist: listKeys(artist),
  title: listKeys(songTitle, title, song, name),
  date: listKeys(date),
  event: listKeys("Event | Event Type | Action"),
};

/** Where the cells of a field are: in several columns if their names differ only by a number. */
export type Columns<Field extends string> = Partial<Record<Field, { heading: string; indexes: number[] }>>;

/**
 * Finds the columns of fields in the cells of a heading, whatever their case, accents, punctuation and numbers. Undefined
 * unless all `required` ones are there.
 */
export function findColumns<Field extends string>(
  cells: string[],
  names: Record<Field, string[]>,
  required: NoInfer<Field>[],
): Columns<Field> | undefined {
  const keys = cells.map(toKey);
  const columns: Columns<Field> = {};
  for (const field of Object.keys(names) as Field[]) {
    const key = names[field].find((each) => keys.includes(each));
    if (!key) continue;
    columns[field] = { heading: cells[keys.indexOf(key)] ?? "", indexes: findCells(cells, [key]) };
  }
  return required.every((field) => columns[field]) ? columns : undefined;
}

/** Which cells of a heading have one of these names. */
export function findCells(cells: string[], names: string[]): number[] {
  return cells.flatMap((cell, index) => (names.includes(toKey(cell)) ? [index] : []));
}

/** The cells of a field that are not empty, each once. */
export function readCells(cells: string[], indexes: number[] = []): string[] {
  return [...new Set(indexes.map((index) => cells[index] ?? "").filter(Boolean))];
}

function listKeys(...names: string[]): string[] {
  return [...new Set(names.flatMap((each) => each.split(/[|\n]/)).map(toKey))].filter(Boolean);
}

function toKey(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replace(/[^\p{L}]/gu, "");
}
