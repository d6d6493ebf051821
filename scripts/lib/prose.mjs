/** The longest sentence that a document may have, in words. */
export const LONGEST_SENTENCE = 35

/** The longest paragraph, list item or table cell that a document may have, in words. */
export const LONGEST_PARAGRAPH = 90

/** Words that hide who acts: a document names the user, member, admin, operator or caller instead. */
const NAMELESS = /\b(whoever|whomever|whosever|somebody|someone)\b/gi

/**
 * Splits a document into sentences with the line at which their paragraph, list item or table row begins. Code blocks are
 * left out, a span of code or a quotation counts as one word, a cell of a table stands for itself, and a link counts by its text.
 * @returns {{ line: number, text: string, words: number }[]}
 */
export function sentencesOf(markdown) {
  return blocksOf(markdown).flatMap(({ line, text }) =>
    plain(text)
      .split(/(?<=[.!?]["'’”»)*_]*)\s+(?=["'‘“«(*_]*[\p{Lu}\d⟨])/u)
      .map((sentence) => ({ line, text: sentence.trim(), words: wordsIn(sentence) })),
  )
}

/** The paragraphs, list items and cells of a document outside of code, with their lines and words. */
export function paragraphsOf(markdown) {
  return blocksOf(markdown).map(({ line, text }) => ({
    line,
    text: text.trim(),
    words: wordsIn(plain(text)),
  }))
}

/** The words of a document that name no actor, outside of code and quotations. */
export function namelessWordsIn(markdown) {
  return blocksOf(markdown).flatMap(({ line, text }) =>
    [...plain(text).matchAll(NAMELESS)].map(([word]) => ({ line, word })),
  )
}

/** The targets of all links of a document outside of code, with their lines. */
export function linksIn(markdown) {
  return blocksOf(markdown).flatMap(({ line, text }) =>
    [...text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ line, target })),
  )
}

/** The anchors that the headings of a document have, as GitHub makes them. */
export function anchorsOf(markdown) {
  return new Set(
    [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}

/** Empties fenced code, so that lines keep their numbers. */
function withoutFences(markdown) {
  return markdown.replace(/^( *)```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, ''))
}

function blocksOf(markdown) {
  const blocks = []
  let open = null
  withoutFences(markdown)
    .split('\n')
    .forEach((line, index) => {
      if (isBlank(line) || (open === null && /^ {4}/.test(line))) {
        open = null
        return
      }
      if (line.startsWith('|')) {
        open = null
        for (const text of line.split(/(?<!\\)\|/)) blocks.push({ line: index + 1, text })
        return
      }
      if (open === null || startsBlock(line)) {
        open = { line: index + 1, text: '' }
        blocks.push(open)
      }
      open.text += ` ${line.replace(/^\s*(#+|[-*]|\d+\.) /, '')}`
      if (line.startsWith('#')) open = null
    })
  return blocks
}

function isBlank(line) {
  return line.trim() === ''
}

function startsBlock(line) {
  return /^\s*(#+|[-*]|\d+\.) /.test(line)
}

/** Text as a reader hears it. */
function plain(text) {
  return (
    text
      .replace(/`[^`]*`/g, '⟨code⟩')
      // The shape of an answer in JSON, which may hold others.
      .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '⟨code⟩')
      .replace(/“[^”]*”/g, '⟨quotation⟩')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  )
}

function wordsIn(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
