import { folded } from '@cairn/workspace/lib/forgiving'

/** The legal forms after companies' names, without periods and spaces. */
const LEGAL_FORMS = new Set(
  [
    'gmbh mbh ag kg kgaa ohg gbr ug ev eg se gmbhcokg cokg',
    'inc incorporated ltd limited llc llp lp corp corporation co company plc pty',
    'sa sarl sas sasu snc eurl sci scop',
    'sl slu slne sau sc scoop sad',
    'bv nv vof oy oyj ab as asa aps srl spa sp zoo kft doo kk',
  ].flatMap((forms) => forms.split(' ')),
)
/** `Gesellschaft mit …` has four words; followed by `& Co. KG` a form has three. */
const MOST_WORDS_OF_A_FORM = 3

/**
 * The key by which duplicates of a name are found: without case, accents, spaces, punctuation and legal forms. Signs
 * that distinguish names stay (`C++`, `C#`). A name that consists of such words alone keeps them.
 */
export function nameKey(name: string): string {
  const words = folded(name.normalize('NFKC'))
    .replaceAll(/(?<=\p{L})\.(?=\p{L}|\s|,|$)/gu, '')
    .split(/[^\p{L}\p{N}\p{M}+#]+/u)
    .filter(Boolean)
  return withoutLegalForms(words).join('')
}

function withoutLegalForms(words: readonly string[]): readonly string[] {
  for (let count = MOST_WORDS_OF_A_FORM; count > 0; count -= 1) {
    const end = words.slice(-count)
    if (words.length > count && LEGAL_FORMS.has(end.join('')))
      return withoutLegalForms(words.slice(0, -count))
  }
  return words
}
