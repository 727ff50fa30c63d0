import { fold } from './fold.ts'

/**
 * Words so common that they say which language a text is in and little else. In a query they count a
 * quarter. Spelt as in running text, in lower case.
 */
const lists = {
  en: `a about above after again against all also am an and any are as at be because been before being
    below between both but by can cannot could did do does doing down during each few for from further
    had has have having he her here hers herself him himself his how i if in into is it its itself just
    me more most my myself no nor not now of off on once only or other our ours ourselves out over own
    same she should so some such than that the their theirs them themselves then there these they this
    those through to too under until up very was we were what when where which while who whom why will
    with would you your yours yourself yourselves although among anyone anything else ever every everyone
    everything hence however let may might must nobody nothing ought per shall since someone something
    though thus unless upon us via whether whose within without yet`,
  de: `aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist
    da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser
    dieses dir doch dort du durch ein eine einem einen einer eines er es euch euer für gegen gewesen hab
    habe haben hat hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist
    jede jedem jeden jeder jedes jetzt kann kein keine keinen können könnte man mein meine mich mir mit
    muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinen seiner selbst sich sie sind
    so soll sollte sondern sonst über um und uns unser unter viel vom von vor war waren warum was weil
    weiter welche welcher wenn wer werde werden wie wieder will wir wird wo wollen wurde wurden würde
    zu zum zur zwar zwischen`,
  fr: `à ai alors au aucun aussi autre aux avec avoir c ce ceci cela celle celui ces cet cette chaque
    comme comment d dans de des donc dont du elle elles en encore entre est et étaient était être eu
    fait il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne nos notre nous on ont
    ou où par parce pas peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui s sa sans
    se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vos votre
    vous y`,
  es: `a al algo algunas algunos ante antes aquel como con contra cual cuando de del desde donde dónde
    durante e el él ella ellas ellos en entre era eran es esa ese eso esta está están estas este esto
    estos fue fueron ha había han hasta hay la las le les lo los más me mi mientras mis mucho muy nada
    ni no nos nosotros o otra otras otro otros para pero poco por porque qué que quien quién se sea según
    ser si sí sin sobre son su sus también te tiene tienen todo todos tu un una unas uno unos y ya yo`,
  it: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro cosa cui da
    dagli dai dal dalla dalle de degli dei del dell della delle dello di dopo dove e è ed era erano essere
    fra fu gli ha hanno ho i il in io l la le lei lo loro lui ma mentre mi mia mio molto ne negli nei nel
    nell nella nelle nello no noi non nostro o ogni per perché più poi prima quale quali quando quanto
    quella quelle quelli quello questa queste questi questo qui se senza si sia siamo sono sopra sotto su
    sua sue sugli sui sul sulla suo suoi tra tu tutti tutto un una uno voi`,
  pt: `a ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois do dos e é ela
    elas ele eles em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe mais
    mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso num numa o onde os ou para pela
    pelas pelo pelos por porque quais qual quando que quem são se sem ser seu seus só sobre sua suas
    também tem têm ter teu tu um uma umas uns você vocês`,
  nl: `aan al als altijd ander bij daar dan dat de der deze die dit doch doen door dus een en er ge geen
    had heb hebben heeft hem het hier hij hoe hun iets ik in is ja je kan kon kunnen maar me meer men met
    mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot
    u uit uw van veel voor waar waren was wat we wel werd wezen wie wil wij worden wordt zal ze zei zelf
    zich zij zijn zo zonder zou`,
  sv: `alla allt att av bara blev bli blir både de dem den denna deras dess dessa det detta dig din du då
    där efter ej eller en ett från för ha hade han hans har henne hennes hon honom hur här i icke inte ja
    jag kan kunde man med mellan men mig min mina mot mycket ni nu när någon något några och om oss på
    samma sedan sig sin sina ska skulle som så till under upp ut utan vad var varför vi vid vilka vilken
    vår än är även över`,
  da: `ad af alle at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter
    eller en end er et for fra ham han hans har havde hende hendes her hos hun hvad hvis hvor i ikke ind
    jeg jer kan kunne man mange med meget men mig min mod ned noget nogle nu når og også om op os over på
    selv sig sin skal skulle som sådan thi til ud under var ved vi vil ville vor været`,
  no: `alle at av bare begge ble blei bli da de deg dem den denne der dere deres det dette di din disse du
    eller en enn er et ett etter for fordi fra før ha hadde han hans har hennes her hun hva hvem hver
    hvilken hvis hvor hvordan hvorfor i ikke inn ja jeg kan kunne man mange med meg men mer min mot mye
    når noe noen nå og også om opp oss over på seg selv sin skal skulle som så til ut uten var ved vi vil
    ville vært vår være`,
  fi: `ei eivät emme en ennen että he heidän hän hänen ja jo joka jonka jos jossa jota jotka kaikki kanssa
    koska kuin kuka kun kuten me mikä missä mitä mm mukaan mutta myös myötä ne niiden niin niitä nyt ole
    olemme olen oli olivat olla olleet ollut on ovat se sekä sen siinä siitä sillä sitä tai tämä tämän
    tässä tätä vaan vai vain vielä voi`,
  tr: `acaba ama ancak aslında az bazı belki beni bir biri birkaç biz bu bunu bunun çok çünkü da daha de
    defa değil diğer diye en gibi göre hem hep hepsi her hiç için ile ise kadar kez ki kim mı mi mu mü
    nasıl ne neden nerede niçin o olan olarak oldu olduğu on ona onlar onun sadece sanki siz sonra şey şu
    tarafından tüm ve veya ya yani`,
  ro: `a acea aceasta această acest aceste acestea acestor acestui ai al ale am ar are as au aveau avea că
    când care căre ce cel cele cei cu cum da dacă dar de deci decât din după ea ei el ele era este eu fi
    fie fiind fost iar îl îi în înainte între la le lor lui mai mult ne nici noi nu o oricare pe pentru
    peste prin sa să sale sau se și şi sunt sub tot toate un una unde unei unor unui va voi`,
  hu: `a az ahogy aki amely ami amikor azok azt azért be csak de e ebben egy egyéb egyik el ez ezek ezen ezt
    fel ha hanem hogy hogyan igen is itt ki kell két köztük le lehet lenne lett maga már meg mely mert mi
    miért milyen mind minden mint most nagy nagyon ne nem nincs olyan ott ő pedig s sem sok szerint több
    után utána úgy vagy van vannak volt voltak`,
  id: `ada adalah agar akan aku anda antara apa apakah atau bagaimana bagi bahwa banyak beberapa belum bisa
    bukan dalam dan dapat dari dengan di dia hanya harus ia ini itu juga kami kamu karena ke kepada kita
    lain lebih maka mereka oleh pada para saat saja saya sebagai sebuah secara sedang seperti serta siapa
    sudah tentang telah tersebut tidak untuk yaitu yang`,
  pl: `aby albo ale bardzo bez być był była było były co czy czyli dla do gdy gdzie go i ich im jak jako
    jego jej jest jeszcze jeśli już kiedy kto które który która których lub ma mi może na nad nie niż o od
    on ona one oraz po pod przez przy się są ta tak także tam te tego tej ten to tu tych tylko w we więc
    wszystko z za ze że`,
  cs: `a aby ale ani ano až bez bude budou by byl byla byli bylo být co což či další do ho i jak jako je
    jeho jejich jen ještě ji již jsem jsme jsou k kde kdo když která které který ktorý má mezi mít na nad
    ne nebo než o od po pod podle pro proto protože před při s se si tak také tato této tím to tohoto ve
    více však z za ze že`,
  vi: `các cái cho chỉ có của cũng đã đang để đến đó được gì hay khi không là lại làm một mà mình những
    này nào nhiều như nhưng nó ở phải qua ra rằng rất sau sẽ số tại theo thì trên trong trước từ và vào
    về vì với`,
  ru: `а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем все
    всегда всего всех всю вы где да даже два для до другой его ее ей ему если есть еще же за зачем здесь
    и из или им иногда их к как какая какой какие когда конечно кто куда ли лучше между меня мне много
    может можно мой моя мы на над надо наконец нас не него нее ней нельзя нет ни нибудь никогда ним них
    ничего но ну о об один он она они опять от перед по под после потом потому почти при про раз разве с
    сам свою себе себя сейчас со совсем так такой там тебя тем теперь то тогда того тоже только том тот
    три тут ты у уж уже хорошо хоть чего чей чем через что чтобы чуть эти этого этой этом этот эту это
    я сколько который которая которое которые которых какую каким каких чему чьи является`,
  uk: `а або але без більше б був була були було бути в вам вас ви від він вона вони все всі де для до є
    же з за зі і із інший її їй їм їх й його йому коли лише ми мене мені може на над нас не неї ним них ні
    о один по під після при про це цей ця ці цього цьому що щоб як який яка яке які якщо та так також там
    те ти то тільки тому у хто чи через чому я`,
  bg: `а ако ала без би бил била били било в ви все всички във върху да дали до докато е един една едно за
    защо защото и из или им има й как като какво към кой които когато която което ли между ми много му
    на най не него ни ние но няма о от по под поради при с са само се си след със става също така те тя
    тези този това той тук у ще че я`,
  el: `αι αλλα αν αντι απο αυτα αυτες αυτη αυτο αυτοι αυτος αυτου αυτων για δε δεν εαν ειναι εκεινο ενα
    ενας επι εχει εχουν η ηταν θα ισως κ και κατα κι μα με μετα μη μια μου μπορει να ο οι ομως οποια
    οποιο οποιος οποιοι οπως οσο οτι ου παρα ποια ποιες ποιο ποιοι ποιος πολυ που προς πως πόσα ποσο σαν σε
    στη στην στις στο στον στους στα τα τη την της τι τις το τοτε του τους των ως`,
  ar: `أن أنها أو أي إلى إن إنها التي الذي الذين اللذان الى ان او اي بأن بعد بعض بين به بها بهذا تكون تلك
    ثم حتى حيث حين خلال ذلك عدد عدم عن عند عندما على علي غير في فيه فيها قبل قد كان كانت كل كم كما كيف لا
    لدى لقد لكن لم لماذا لن له لها ليس ما ماذا متى مع من منذ منها منه نحو هذا هذه هل هناك هو هي و وأن وقد
    وكان ولا ولم وهو وهي يتم يكون أين`,
  hi: `अपना अपनी अपने अब आदि इन इस इसका इसकी इसके इसमें इसे उन उनका उनकी उनके उस उसका उसकी उसके उसे एक एवं ऐसे
    और कई कब कर करता करते करना करने कहा कहाँ का कितने किन किया किस किसने किसी की कुछ के को कोई कौन क्या क्यों
    गई गए गया जब जहाँ जा जाता जाती जाते जिस जिसका जैसे जो तक तब तो था थी थे दिया दो द्वारा न नहीं ने पर पहले
    बहुत बाद भी मगर में यह यहाँ या ये रहा रही रहे लिए वह वाला वाले वे सकता सकते सभी साथ से हम ही हुआ हुई हुए
    है हैं हो होता होती होते होना`,
}

export type StopListLanguage = keyof typeof lists

type LanguagesOfWord = ReadonlyMap<string, ReadonlySet<StopListLanguage>>

let asWritten: LanguagesOfWord | undefined
let folded: LanguagesOfWord | undefined

/** The languages in whose list a word stands, by the word as written. Made on the first call: a start needs none. */
export const stopWords = (): LanguagesOfWord => (asWritten ??= invert((word) => word))

/** The same by the word with its accents folded, as people type it. */
export const foldedStopWords = (): LanguagesOfWord => (folded ??= invert(fold))

function invert(spell: (word: string) => string): LanguagesOfWord {
  const found = new Map<string, ReadonlySet<StopListLanguage>>()
  for (const [name, list] of Object.entries(lists)) {
    // SAFETY: Object.entries widens the keys of a literal.
    const language = name as StopListLanguage
    // Most words are of one language: they share its set.
    const alone = new Set([language])
    for (const written of list.split(/\s+/)) {
      const word = spell(written)
      const others = found.get(word)
      found.set(word, others === undefined ? alone : new Set([...others, language]))
    }
  }
  return found
}
