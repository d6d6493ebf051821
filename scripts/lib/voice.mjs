/** Words that hide who or what a sentence is about, where they begin it. */
const NAMELESS = 'What|Who|Whoever|One|That|Somebody|Nobody'

const OPENING = new RegExp(`^(?:${NAMELESS})\\b`)
const COMMENT = /^\s*(?:\{?\/\*\*?|\/\/|--)\s?(?<sentence>\S.*)$/
const FIRST_OF_DOCSTRING = /^\s*\*\s(?<sentence>\S.*)$/
const TITLE =
  /(?<!\.)\b(?:it|test|describe|step)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(?<quote>['"`])(?:\[[A-Z]+-[^\]]*\]\s?)*(?<title>(?:(?!\k<quote>).)*)/g
const SQL_COMMENT = /\bcomment on [^']*? is\s+(?:e)?'(?<sentence>[^']*)/gi

/** Phrases that are counted, so that they become fewer. */
const COUNTED = ['is told', 'of its own', 'anew']

/** Verbs that begin the subject of a commit, in the imperative. */
const VERBS = new Set(
  `accept add adjust admit align allow announce answer apply ask assert assign avoid await back balance batch begin believe bind block
  bound break bring build bump bundle cache call cap carry catch change check choose clamp clean clear close collapse collect
  combine compare compile compress compute configure confirm connect consolidate continue convert copy correct count cover
  create cut date deduplicate default defer define delay delete deliver deny depend deprecate derive describe detect
  disable discard disconnect display distinguish divide document draw drop edit embed empty enable encode end enforce ensure
  escape exclude exit expand expect explain export expose extend extract fail fetch fill filter find finish fit fix flatten
  flush focus fold follow forbid forget format forward free freeze generate get give go grant group guard handle hash hide highlight
  hold identify ignore implement import improve include increase index indent inform inherit initialize inline insert install
  introduce invalidate invite isolate join judge jump keep kill label lay lead leave let lift limit link list listen load lock
  log look lower make map mark match measure mend merge migrate mirror mock mount move name narrow normalize note notify number offer
  omit open order organize pack page parse pass pause persist pick pin place plan plant point prefer prepare preserve press prevent
  print probe promote prompt protect prove publish pull purge push put query queue quote raise read rebuild receive reconnect
  record recover reduce refer refresh refuse register reject release reload remember remove rename render reopen repair repeat
  replace reply report request require rerun reset resize resolve respect respond restart restore restrict retry return reuse
  reveal revert review rewrite roll rotate round route run sanitize save say schedule scope scroll search see seed select send
  separate serialize serve set settle share shift shorten show shrink shut sign simplify skip sort speak specify speed split
  stack start state stay stop store stream strip style submit support suppress switch sync take teach tell test throw tidy
  tighten time trace track transfer translate treat trim truncate try turn type undo unify unlink unpack update upgrade upload
  use validate verify wait wake walk warn watch widen wipe wrap write`.split(/\s+/),
)

/** The longest subject of a commit, in characters. */
const LONGEST_SUBJECT = 72

/**
 * Finds comments and test titles that begin with a word that names nothing.
 * @param {string} text the source of a script, module or SQL file
 * @returns {{ line: number, problem: string }[]}
 */
export function namelessSentences(text) {
  return [...comments(text), ...titles(text), ...sqlComments(text)]
    .filter(({ sentence }) => OPENING.test(sentence))
    .map(({ line, sentence }) => ({
      line,
      problem: `begins with '${sentence.split(/\W/, 1)[0]}': ${cut(sentence)}`,
    }))
    .sort((one, other) => one.line - other.line)
}

/**
 * Finds what is wrong with the subject of a commit.
 * @param {string} subject
 * @returns {string | null} the problem
 */
export function problemOfSubject(subject) {
  const verb = subject.split(/[\s,:]/, 1)[0]
  if (!VERBS.has(verb.toLowerCase())) return `does not begin with a verb in the imperative: ${subject}`
  if (verb[0] === verb[0].toLowerCase()) return `does not begin with a capital letter: ${subject}`
  if (subject.length > LONGEST_SUBJECT)
    return `has ${subject.length} characters, ${LONGEST_SUBJECT} at most: ${subject}`
  return null
}

/**
 * Counts phrases that plain sentences avoid.
 * @param {readonly string[]} texts
 * @returns {[phrase: string, count: number][]}
 */
export function countedPhrases(texts) {
  return COUNTED.map((phrase) => [
    phrase,
    texts.reduce((sum, text) => sum + text.split(phrase).length - 1, 0),
  ])
}

function comments(text) {
  let before = ''
  return text.split('\n').flatMap((line, index) => {
    const isFirst = /^\s*(?:\/\*\*|\*)\s*$/.test(before)
    // After an empty line of a comment, a new paragraph begins.
    const goesOn = /^\s*(?:\/\/|--)\s*\S/.test(before)
    before = line
    const match = isFirst ? FIRST_OF_DOCSTRING.exec(line) : goesOn ? null : COMMENT.exec(line)
    return match?.groups === undefined ? [] : [{ line: index + 1, sentence: match.groups.sentence }]
  })
}

function titles(text) {
  return [...text.matchAll(TITLE)].map(({ index, groups }) => ({
    line: lineAt(text, index),
    sentence: capital(groups.title),
  }))
}

function sqlComments(text) {
  return [...text.matchAll(SQL_COMMENT)].map(({ index, groups }) => ({
    line: lineAt(text, index),
    sentence: groups.sentence,
  }))
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length

const capital = (title) => title.charAt(0).toUpperCase() + title.slice(1)

const cut = (sentence) => (sentence.length > 70 ? `${sentence.slice(0, 70)} …` : sentence)
