import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Select } from '@/ui/form/select.tsx'
import { withWord } from '../matching/first-mapping.ts'
import { choiceNames } from '../matching/import-targets.ts'
import { mayBeChoice } from '../matching/with-choices.ts'
import type { ColumnLook, ColumnWord } from '../reading/column-look.ts'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'
import { RowByRow } from './row-by-row.tsx'
import { useAddChoices } from './use-add-choices.ts'

interface WordsOfColumnProps {
  kind: CatalogueKind
  target: ImportTarget
  look: ColumnLook
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

interface AddingProps {
  /** Adds words to the choices; null where the user may not. */
  add: ((words: readonly string[]) => void) | null
  isAdding: boolean
}

/**
 * The meaning of each word of a column of choices: once a word, or row by row. The words with a known meaning are
 * folded up.
 */
export function WordsOfColumn(props: WordsOfColumnProps) {
  const { t } = useTranslation()
  const { kind, target, look, mapping } = props
  const adding = useAddChoices(kind, target.key)
  const unknown = look.words.filter(({ id }) => id === null)
  const known = look.words.filter(({ id }) => id !== null)
  const addable = unknown
    .map(({ word }) => word)
    .filter((word) => meaningOf(mapping, target, word) === null && mayBeChoice(word))
  return (
    <>
      {unknown.length > 0 && (
        <div className="rounded-lg border px-3 py-2.5">
          <p className="font-medium text-sm">{t('Map values')}</p>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="text-muted-foreground text-xs">
              {hasOther(target)
                ? t('A word without a meaning is Other in new records.')
                : t('A word without a meaning is left empty.')}
            </p>
            {adding.add !== null && addable.length > 1 && (
              <Button
                variant="outline"
                size="sm"
                pending={adding.isAdding}
                onClick={() => adding.add?.(addable)}
              >
                {t('Add All as Choices')}
              </Button>
            )}
          </div>
          <WordList {...props} {...adding} words={unknown} />
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
            <WordList {...props} add={null} isAdding={false} words={known} />
          </div>
        </details>
      )}
    </>
  )
}

/** Platforms and sources have a choice for all others, which new records get. */
const hasOther = ({ choices = [] }: ImportTarget) => choices.some(({ id }) => id === 'Other')

/** The id of the choice that the user, or an earlier import, took for a word; empty for none, null where nothing is said. */
function meaningOf({ words, remembered }: Mapping, { key }: ImportTarget, word: string): string | null {
  return words[key]?.[word] ?? remembered[key]?.[word] ?? null
}

type WordProps = WordsOfColumnProps & AddingProps

function WordList({ words, ...props }: WordProps & { words: readonly ColumnWord[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {words.map((word) => (
        <WordRow key={word.word} {...props} word={word} />
      ))}
    </ul>
  )
}

function WordRow({ add, isAdding, ...props }: WordProps & { word: ColumnWord }) {
  const { t } = useTranslation()
  const { kind, target, mapping, onChange, word: counted } = props
  const { word, rows, id, numbers } = counted
  const remembered = mapping.remembered[target.key]?.[word] ?? null
  const said = meaningOf(mapping, target, word)
  const choices = choiceNames(kind, target, t)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
      <span className="wrap-anywhere min-w-0 text-sm">
        <span dir="auto">{word}</span>{' '}
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          {t('{{count}} rows', { count: rows, defaultValue_one: '{{count}} row' })}
          {said !== null && said === remembered && ` · ${t('Remembered')}`}
        </span>
        {add !== null && said === null && mayBeChoice(word) && (
          <Button
            variant="link"
            size="sm"
            pending={isAdding}
            className="block h-auto px-0"
            aria-label={t('Add {{word}} as a choice', { word })}
            onClick={() => add([word])}
          >
            {t('Add as a choice')}
          </Button>
        )}
      </span>
      <MeaningSelect
        label={t('What {{word}} means', { word })}
        open={id === null && remembered === null ? t('Choose…') : null}
        meant={said ?? id}
        choices={choices}
        onChange={(next) => onChange(withWord(mapping, target.key, word, next))}
      />
      <RowByRow {...{ numbers, rows }}>
        {(row) => (
          <MeaningSelect
            label={t('What {{word}} means in row {{row}}', { word, row })}
            open={t('As above')}
            meant={mapping.rowWords[target.key]?.[row]?.[word] ?? null}
            choices={choices}
            onChange={(next) => onChange(withWord(mapping, target.key, word, next, row))}
          />
        )}
      </RowByRow>
    </li>
  )
}

/** Apart from the ids of choices. */
const OPEN = 'open'
const EMPTY = 'empty'
const CHOICE = 'choice '

interface MeaningSelectProps {
  label: string
  /** The option for no meaning; null where a word always has one. */
  open: string | null
  /** The id of a choice, empty for none; null where nothing is said. */
  meant: string | null
  choices: readonly { id: string; name: string }[]
  onChange: (meant: string | null) => void
}

function MeaningSelect({ label, open, meant, choices, onChange }: MeaningSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={label}
      value={meant === null ? OPEN : meant === '' ? EMPTY : CHOICE + meant}
      onChange={({ target: { value } }) =>
        onChange(value === OPEN ? null : value === EMPTY ? '' : value.slice(CHOICE.length))
      }
    >
      {open !== null && <option value={OPEN}>{open}</option>}
      <option value={EMPTY}>{t('Leave empty')}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={CHOICE + id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
