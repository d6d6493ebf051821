import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Select } from '@/ui/form/select.tsx'
import { withWord } from '../matching/first-mapping.ts'
import { choiceNames } from '../matching/import-targets.ts'
import type { ColumnLook, ColumnWord } from '../reading/column-look.ts'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'

interface WordsOfColumnProps {
  kind: CatalogueKind
  target: ImportTarget
  look: ColumnLook
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/**
 * The meaning of each word of a column of choices: once a word, not once a row. The words with a known meaning are
 * folded up.
 */
export function WordsOfColumn(props: WordsOfColumnProps) {
  const { t } = useTranslation()
  const { target, look } = props
  const unknown = look.words.filter(({ id }) => id === null)
  const known = look.words.filter(({ id }) => id !== null)
  return (
    <>
      {unknown.length > 0 && (
        <div className="rounded-lg border px-3 py-2.5">
          <p className="font-medium text-sm">{t('What these words mean')}</p>
          <p className="mb-2 text-muted-foreground text-xs">{t('A word without a meaning is left empty.')}</p>
          <WordList {...props} words={unknown} />
        </div>
      )}
      {known.length > 0 && (
        <details className="group text-sm">
          <summary className="cursor-pointer text-muted-foreground text-xs hover:text-foreground">
            {t('{{count}} words of {{field}} are understood', {
              count: known.length,
              field: target.label,
              defaultValue_one: '{{count}} word of {{field}} is understood',
            })}
          </summary>
          <div className="mt-2 rounded-lg border px-3 py-2.5">
            <WordList {...props} words={known} />
          </div>
        </details>
      )}
    </>
  )
}

function WordList({ words, ...props }: WordsOfColumnProps & { words: readonly ColumnWord[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {words.map((word) => (
        <WordRow key={word.word} {...props} word={word} />
      ))}
    </ul>
  )
}

/** Apart from the ids of choices. */
const OPEN = 'open'
const EMPTY = 'empty'
const CHOICE = 'choice '

function WordRow({ kind, target, mapping, onChange, word }: WordsOfColumnProps & { word: ColumnWord }) {
  const { t } = useTranslation()
  const said = mapping.words[target.key]?.[word.word]
  const meant = said ?? word.id
  const value = meant === null ? OPEN : meant === '' ? EMPTY : CHOICE + meant
  const change = (next: string) => {
    const id = next === OPEN ? null : next === EMPTY ? '' : next.slice(CHOICE.length)
    onChange(withWord(mapping, target.key, word.word, id))
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
      <span className="wrap-anywhere min-w-0 text-sm">
        <span dir="auto">{word.word}</span>{' '}
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          {t('{{count}} rows', { count: word.rows, defaultValue_one: '{{count}} row' })}
        </span>
      </span>
      <Select
        aria-label={t('What {{word}} means', { word: word.word })}
        value={value}
        onChange={({ target: { value: next } }) => change(next)}
      >
        {word.id === null && <option value={OPEN}>{t('Choose…')}</option>}
        <option value={EMPTY}>{t('Leave empty')}</option>
        {choiceNames(kind, target, t).map(({ id, name }) => (
          <option key={id} value={CHOICE + id}>
            {name}
          </option>
        ))}
      </Select>
    </li>
  )
}
