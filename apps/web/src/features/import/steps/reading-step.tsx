import {
  ENCODINGS,
  type Encoding,
  type Overrides,
  SEPARATORS,
  type Separator,
} from '@cairn/tables/model/table'
import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { MAX_IMPORTED } from '@cairn/workspace/port/imports'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import type { Preview } from '../reading/preview.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'
import { cellProblemText } from '../words/cell-problem.ts'
import { fileProblemText } from '../words/file-problem.ts'
import { leftOutText } from '../words/left-out.ts'
import { OddRows } from './odd-rows.tsx'
import { PreviewTable } from './preview-table.tsx'
import { StepButtons } from './step-buttons.tsx'

const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-8-bom': 'UTF-8 (BOM)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'iso-8859-15': 'ISO 8859-15',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift JIS',
}

const SEPARATOR_NAMES: Readonly<Record<Separator, Phrase>> = {
  ',': phrase('Comma (,)'),
  ';': phrase('Semicolon (;)'),
  '\t': phrase('Tab'),
  '|': phrase('Bar (|)'),
}

const DECIMALS = { '.': phrase('Point (1.5)'), ',': phrase('Comma (1,5)') } as const

/** The last day of a year tells its parts by itself. */
const DATE_ORDERS = { day: '31/12/2026', month: '12/31/2026', year: '2026/12/31' } as const

/** Titles and notes stand above a table in so many rows at the most. */
const HEAD_ROWS = Array.from({ length: 15 }, (_, index) => index + 1)
const SHOWN_PROBLEMS = 5

interface ReadingStepProps {
  preview: Preview
  onBack: () => void
  onNext: () => void
}

/** How the file was read; each part can be corrected. */
export function ReadingStep({ preview, onBack, onNext }: ReadingStepProps) {
  const { t, i18n } = useTranslation()
  const { correct } = useDraftStore()
  const { progress, problem } = useImportDraft()
  const { rowCount } = preview
  const most = formatNumber(MAX_IMPORTED, i18n.language)
  const tooMany =
    rowCount > MAX_IMPORTED
      ? t('An import has at most {{max}} rows. Split the file into several.', { max: most })
      : null
  return (
    <Card>
      <CardHeader
        title={t('How the file was read')}
        description={t('{{name}}: {{count}} rows. Correct what was not recognized.', {
          name: preview.name,
          count: rowCount,
          defaultValue_one: '{{name}}: {{count}} row. Correct what was not recognized.',
        })}
      />
      <CardContent className="flex flex-col gap-5">
        <Dialect preview={preview} onCorrect={correct} />
        {preview.isDateOrderOpen && (
          <Warning>{t('Some dates can be read in two ways. Check the order of day and month.')}</Warning>
        )}
        {tooMany && <Warning>{tooMany}</Warning>}
        {problem && <Warning>{fileProblemText(problem, t)}</Warning>}
        {/* In the gap: the rows below it stay where they are. */}
        <div className="-my-3.25 h-1.5">
          {progress !== null && <ProgressBar label={t('Reading the file')} share={progress} />}
        </div>
        <PreviewTable preview={preview} />
        <OddRows rows={preview.oddRows} onKeep={(keptRows) => correct({ keptRows })} />
        <Problems preview={preview} />
        <StepButtons
          onBack={onBack}
          onNext={onNext}
          reason={tooMany ?? (problem && fileProblemText(problem, t))}
          pending={progress !== null}
        />
      </CardContent>
    </Card>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2 text-pretty text-sm text-warning-foreground">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

interface DialectProps {
  preview: Preview
  onCorrect: (overrides: Overrides) => void
}

function Dialect({ preview, onCorrect }: DialectProps) {
  const { t } = useTranslation()
  const { dialect, sheets, head } = preview
  const { kind, encoding, separator, sheet, headRow, decimal, dateOrder } = dialect
  const isText = kind === 'csv'
  const hasHeadRow = headRow !== null || head === null
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {sheet !== null && (
        <Part
          label={t('Sheet')}
          value={sheet}
          options={sheets.map((name) => [name, name])}
          onChange={(chosen) => onCorrect({ sheet: chosen, headRow: undefined })}
        />
      )}
      {encoding !== null && (
        <Part
          label={t('Encoding')}
          value={encoding}
          options={ENCODINGS.map((each) => [each, ENCODING_NAMES[each]])}
          onChange={(chosen) => onCorrect({ encoding: chosen })}
        />
      )}
      {isText && separator !== null && (
        <Part
          label={t('Separator')}
          value={separator}
          options={SEPARATORS.map((each) => [each, t(SEPARATOR_NAMES[each])])}
          onChange={(chosen) => onCorrect({ separator: chosen, headRow: undefined })}
        />
      )}
      {hasHeadRow && (
        <Part
          label={t('Header row')}
          value={String(headRow ?? '')}
          options={[['', t('None')], ...headRows(headRow).map((row) => [String(row), String(row)] as const)]}
          onChange={(chosen) => onCorrect({ headRow: chosen === '' ? null : Number(chosen) })}
        />
      )}
      <Part
        label={t('Decimal mark')}
        value={decimal}
        options={(['.', ','] as const).map((each) => [each, t(DECIMALS[each])])}
        onChange={(chosen) => onCorrect({ decimal: chosen })}
      />
      <Part
        label={t('Order of dates')}
        value={dateOrder ?? 'day'}
        options={(['day', 'month', 'year'] as const).map((each) => [each, DATE_ORDERS[each]])}
        onChange={(chosen) => onCorrect({ dateOrder: chosen })}
      />
    </div>
  )
}

function headRows(headRow: number | null): readonly number[] {
  return headRow === null || HEAD_ROWS.includes(headRow) ? HEAD_ROWS : [...HEAD_ROWS, headRow]
}

interface PartProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

function Part<Value extends string>({ label, value, options, onChange }: PartProps<Value>) {
  return (
    <Field label={label}>
      <Select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Problems({ preview: { problems, leftOut, head } }: { preview: Preview }) {
  const { t } = useTranslation()
  if (problems.length + leftOut.length === 0) return null
  const more = problems.length - SHOWN_PROBLEMS
  return (
    <section aria-label={t('Warnings')}>
      <h3 className="mb-1 font-medium text-sm">{t('Warnings')}</h3>
      <ul className="flex flex-col gap-1 text-muted-foreground text-sm">
        {leftOut.map((part) => (
          <li key={JSON.stringify(part)} className="wrap-anywhere">
            {leftOutText(part, t)}
          </li>
        ))}
        {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
          <li key={JSON.stringify(problem)} className="wrap-anywhere">
            {cellProblemText(problem, head, t)}
          </li>
        ))}
        {more > 0 && <li>{t('{{count}} more', { count: more, defaultValue_one: '{{count}} more' })}</li>}
      </ul>
    </section>
  )
}
