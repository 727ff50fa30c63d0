/** Scripts that write words without spaces between them. */
const spaceless =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'

/** Letters, digits and signs that belong to them: joiners of Persian and Indic scripts, and soft hyphens. */
const letter = `(?:(?![${spaceless}])[\\p{L}\\p{M}\\p{N}_\\u200C\\u200D\\u00AD])`

/** Signs that join letters or digits to one word, such as in "e-mail", "don’t", "v1.2" or "a/b.txt". */
const joiner = "[-.'’‘·:/\\\\@&+=~%*#?\\u2010\\u2011\\u05F3\\u05F4٫٬]"

/** A space within a number, a date or a phone number. Line breaks are none. */
const space = '[ \\u00A0\\u2009\\u202F]'
const digit = '\\p{Nd}'
const end = `(?!${letter})`

export const whiteSpace = /\s+/uy
/** A half of a day before a time in Chinese or Japanese. */
const halfOfDay = '(?:午前|午後|上午|下午|凌晨|早上|晚上|中午)'
export const spacelessRun = new RegExp(
  `(?:(?!(?:第|${halfOfDay})${digit})[${spaceless}]\\p{M}*)+`,
  'uy',
)
export const word = new RegExp(
  `${letter}+(?:(?:${joiner}|::|(?<=${digit}),(?=${digit}))${letter}+)*(?:\\+\\+|#)?`,
  'uy',
)
/** A tag, a mention, an option of a program, or a path from a root. */
export const prefixed = new RegExp(
  `(?:[#@]|--|[.~]{0,2}[/\\\\]{1,2})(?=${letter})${word.source}`,
  'uy',
)
/** The rest of an address, after its scheme. */
export const address = /:\/\/[^\s<>"“”«»，。；：！？、（）【】「」『』]+/uy
/** Emoji with their modifiers, or one character with its marks. */
export const symbol =
  /(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?)*|[^]\p{M}*)/uy

const currencyCode =
  '(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|RUB|UAH|PLN|CZK|HUF|SEK|NOK|DKK|TRY|INR|KRW|BRL|AUD|CAD|MXN|ILS|AED|SAR|EGP|ZAR|SGD|HKD|NZD|THB|IDR|VND|PHP|RON|BGN|BTC|ETH)'
const currency = `(?:[A-Z]{1,3}\\$|\\p{Sc}|${currencyCode}(?=${space}?${digit}))`
const amount =
  `(?:${digit}{1,3}(?:${space}${digit}{3})+(?!${digit})(?:[.,]${digit}+)?|` +
  `${digit}+(?:[.,:/'’٫٬·-]${digit}+)*)`
/** How many thousands a number has, in words or signs. */
const magnitude =
  '(?:thousand|million|billion|trillion|Tausend|Mio|Mrd|Tsd|Millionen|Million|Milliarden|Milliarde|bn|mn|mln|mrd|тысяч[аи]?|тыс|миллион(?:ов|а)?|миллиард(?:ов|а)?|млн|млрд|آلاف|ألف|ملايين|مليون|مليارات|مليار|millones|millón|mille|millions?|milliards?|milioni|miliardi|milhões|bilhões|[KkMB])'
const scaled = `(?:${space}?${magnitude}${end}\\.?)`
/** The rest of a number in parts: "1 1/2", "5.– ", "5 ± 0.2", "6 × 10²³". */
const rest =
  `(?:${space}${digit}{1,3}[/⁄]${digit}{1,3}(?!${digit}|/))?` +
  `(?:[.,][–—-](?!${digit}))?(?:${space}?[±]${space}?${digit}+(?:[.,]${digit}+)?)?` +
  `(?:${space}?[×x·*]${space}?10(?:[⁺⁻]?[⁰¹²³⁴-⁹]+|\\^[-−+]?${digit}+))?`
/** Signs of units, and currencies, that may follow a number after a space. */
const unit = [
  'km/h|m/s',
  '[%‰‱°′″]',
  '°[CFK]',
  '\\p{Sc}',
  currencyCode,
  '[Ee]uros?|[Dd]ollars?|[Pp]ounds?|[Cc]ents?|[Yy]en|[Yy]uan|[Rr]upees?|[Ff]ranken|руб(?:лей|ля|ль)?\\.?|доллар(?:ов|а)?|евро',
  'يورو|دولار|ريال|درهم|دينار|جنيه|ليرة|บาท',
  '[kcmµnKMGTP]?(?:m|g|l|L|s|W|V|Hz|Wh|B|b|bit|Pa|J|mol)[²³]?|[KMGTP]iB|ha|mins?|hrs?|h|secs?|px|pt|r?em|dB|ppm|lbs?|kgs|oz|ft|mph|mi|kn',
  'км|м|см|мм|кг|г|мг|т|л|мл|ч|мин|с',
].join('|')

/** Large numbers in Chinese and Japanese, what they count, and digits between these. */
const thousands = '[十百千万萬亿億兆]'
const counter =
  '(?:[ヶか个個カヵ]月間?|小[时時]|分[钟鐘]|星期|世[纪紀]|[年日週時]間|公[里斤]|[厘毫]米|[美欧歐日]元|人民币|(?:キロ|センチ|ミリ)?(?:メートル|グラム)|キロ|ドル|ユーロ|パーセント|ページ|[个個箇ヶ人名位件本枚台匹頭头只隻张張条條份次回度番号號天日月年周週時时点點分秒刻元円圆圓塊块角歳岁才級级階层層章節节页頁篇項项組组倍割成杯瓶箱包袋冊册部门門家間间室楼樓里米斤克吨噸升つ半])'
const thaiCounter = '(?:คน|วัน|เดือน|ปี|บาท|ชิ้น|อัน|ตัว|เล่ม|ครั้ง|ชั่วโมง|นาที|กิโลเมตร|เมตร|กิโลกรัม|หน้า|ข้อ)'
const halfHour = '(?:半|一刻|三刻)'
const mixedDigit = `[${digit}〇零一二三四五六七八九十百千万萬亿億兆两]`
const moreCounted = `(?:${mixedDigit}{1,12}${counter}){0,6}`

/** A number with its separators, sign, currency, unit or counter, also a date and a time in digits. */
export const number = new RegExp(
  `(?:[-+−±]|[≈~<>≤≥]${space}?)?(?:${currency}${space}?)?${amount}${rest}${scaled}?` +
    `(?:(?:${thousands}${digit}{0,4}){0,6}${counter}(?:(?<=[時时点點])${halfHour}|${moreCounted})|${thousands}{1,3}|${space}?(?:${unit})${end}|${space}?${thaiCounter}|)`,
  'uy',
)
/** A number in Chinese or Japanese letters with what it counts: 三天, 十二月, 第一章. */
export const countedNumber = new RegExp(
  `[百千万]分之[〇零一二三四五六七八九十百千]{1,6}|第?[〇零一二三四五六七八九十百千万萬亿億兆两]{1,12}${counter}${moreCounted}`,
  'gu',
)
export const ordinalNumber = new RegExp(
  `第${digit}+${counter}?|${halfOfDay}${digit}{1,2}(?:[:：]${digit}{2}|[時时点點](?:${digit}{1,2}分|${halfHour})?)?`,
  'uy',
)

export const time = new RegExp(
  `${digit}{1,2}(?:[:.]${digit}{2}){0,2}${space}?(?:[ap]\\.${space}?m\\.|[ap]m${end}|Uhr${end})|` +
    `${digit}{1,2}:${digit}{2}(?::${digit}{2})?(?=[-–]${digit}{1,2}:${digit}{2})`,
  'iuy',
)
const zone =
  '(?:UTC|GMT|CES?T|MES?Z|WES?T|EES?T|[ECMP][SD]T|BST|IST|JST|KST|HKT|SGT|AE[SD]T|MSK|МСК)(?:[-+−]\\p{Nd}{1,2}(?::?\\p{Nd}{2})?)?'
/** A time with its zone: "14:30 UTC", "9:00 a.m. EST", "14:30 (UTC+1)". */
export const timeInZone = new RegExp(
  `${digit}{1,2}(?:(?:[:.h]${digit}{2}){1,2}(?:${space}?(?:[ap]\\.${space}?m\\.|[ap]m|[AP]M|Uhr))?|${space}?(?:[ap]m|[AP]M|Uhr))` +
    `${space}?(?:\\(${zone}\\)|${zone}${end}|[-+−]${digit}{2}:?${digit}{2}${end})`,
  'uy',
)
/** The numbers of an account or a card, in groups of four. */
export const account = new RegExp(`${digit}{4}(?:[ -]${digit}{4}){2,4}${end}`, 'uy')
export const iban = /[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/uy

export const phone = new RegExp(
  `(?:\\+${digit}{1,3}${space}?|${digit}${space}(?=\\())?\\(${digit}{1,5}\\)[ \\u00A0/-]?${digit}{2,}(?:[ \\u00A0-]?${digit}{2,5}){0,4}|` +
    `\\+${digit}{1,3}(?:[ \\u00A0./-]?${digit}{1,5}){2,6}|` +
    `0${digit}{1,5}[ \\u00A0/-]${digit}{2,}(?:[ \\u00A0-]${digit}{2,5}){0,3}`,
  'uy',
)

const monthNames = [
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec',
  'januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|okt|dez',
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
  'janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia',
  'januari|februari|maart|mei|augustus',
  'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря',
  'январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь',
  'січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня',
  'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık',
  'كانون الأول|كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني',
  'มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม',
  'يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر',
].join('|')
const month = `(?:${monthNames})`
const year = `(?:,?${space}(?:de${space})?${digit}{4}(?!${digit})(?:${space}г\\.)?)`

/** A quarter or half of a year: "Q3 2026". */
export const partOfYear = new RegExp(`(?:Q[1-4]|H[12])${space}${digit}{4}${end}`, 'uy')
export const currencyName = new RegExp(`^${currencyCode}$`, 'u')
export const monthName = new RegExp(`^${month}$`, 'iu')
/** A date that begins with the day: "1 December 2026", "1. Dezember", "2 de enero de 2026". */
export const dateOfDay = new RegExp(
  `${digit}{1,2}(?:st|nd|rd|th|\\.|º|er)?${space}(?:of${space}|de${space})?${month}${end}\\.?${year}?`,
  'iuy',
)
/** A date that begins with the month: "December 1st, 2026", "Dec 2026". */
export const dateOfMonth = new RegExp(
  `${month}\\.?${space}(?:${digit}{4}${end}|${digit}{1,2}(?:st|nd|rd|th)?${end}(?![.,:]${digit})${year}?)`,
  'iuy',
)
