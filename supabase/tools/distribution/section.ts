import type { Chapter, Counted } from './distribution.ts'

const BEGIN = '<!-- Written by `npm run distribution`; a test fails when it is out of date. -->'
const END = '<!-- The end of what is written. -->'

/** Names that a reader wants to see without running the command. */
const MOST_NAMES = 12

/** A page with its generated section written again. */
export function withSection(page: string, chapters: readonly Chapter[]): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The page lacks the line "${BEGIN}" or, below it, "${END}".`)
  return `${before}${BEGIN}\n\n${tableOf(chapters)}\n\n${END}${after}`
}

function tableOf(chapters: readonly Chapter[]): string {
  const rows = chapters.flatMap(({ title, counted }) => [
    `| **${title}** | | |`,
    ...counted.map(({ what, names, follows }) => `| ${what} | ${names.length} | ${follows} |`),
  ])
  const short = chapters.flatMap(({ title, counted }) =>
    counted.filter(isShort).map(({ what, names }) => `- ${title}, ${what}: ${names.map(quoted).join(', ')}`),
  )
  return ['| what | how many | in Citus they |', '|---|---|---|', ...rows, '', ...short].join('\n')
}

const isShort = ({ names }: Counted): boolean => names.length > 0 && names.length <= MOST_NAMES

const quoted = (name: string): string => `\`${name}\``
