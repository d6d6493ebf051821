import { useTranslation } from 'react-i18next'
import { Input } from '@/ui/form/input.tsx'
import { withWord } from '../matching/first-mapping.ts'
import type { ColumnLook, FaultyText } from '../reading/column-look.ts'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'
import { readCorrection } from '../reading/read-cell.ts'
import { faultText } from '../words/cell-problem.ts'
import { RowByRow } from './row-by-row.tsx'

interface FaultyCellsProps {
  look: ColumnLook
  target: ImportTarget
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** The cells that a field cannot take: they stay empty, or the user corrects all cells of a text at once. */
export function FaultyCells({ look: { faults, faultyTexts }, ...props }: FaultyCellsProps) {
  const { t } = useTranslation()
  if (faults === 0) return null
  const more = faults - faultyTexts.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div className="rounded-lg border border-warning/40 bg-warning-soft px-3 py-2.5">
      <p className="font-medium text-sm text-warning-foreground">
        {t('{{count}} cells do not fit into {{field}}. They stay empty, or you correct them here.', {
          count: faults,
          field: props.target.label,
          defaultValue_one:
            '{{count}} cell does not fit into {{field}}. It stays empty, or you correct it here.',
        })}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {faultyTexts.map((faulty) => (
          <Correction key={faulty.text} {...props} faulty={faulty} />
        ))}
        {more > 0 && (
          <li className="text-sm text-warning-foreground">
            {t('{{count}} more', { count: more, defaultValue_one: '{{count}} more' })}
          </li>
        )}
      </ul>
    </div>
  )
}

function Correction({
  faulty: { text, fault, numbers, rows },
  target,
  mapping,
  onChange,
}: Omit<FaultyCellsProps, 'look'> & { faulty: FaultyText }) {
  const { t } = useTranslation()
  const { words, rowWords } = mapping
  const change = (value: string, row: number | null) =>
    onChange(withWord(mapping, target.key, text, value === '' ? null : value, row))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
      <span className="wrap-anywhere min-w-0 text-sm">
        <span dir="auto">
          {t('Row {{row}}: {{text}} ({{fault}})', { row: numbers[0], text, fault: faultText(fault, t) })}
        </span>{' '}
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          {rows > 1 && t('{{count}} rows', { count: rows, defaultValue_one: '{{count}} row' })}
        </span>
      </span>
      <CorrectionInput
        label={t('{{text}} means', { text })}
        placeholder={t('Stays empty')}
        value={words[target.key]?.[text] ?? ''}
        target={target}
        onChange={(value) => change(value, null)}
      />
      <RowByRow {...{ numbers, rows }}>
        {(row) => (
          <CorrectionInput
            label={t('{{text}} means in row {{row}}', { text, row })}
            placeholder={t('As above')}
            value={rowWords[target.key]?.[row]?.[text] ?? ''}
            target={target}
            onChange={(value) => change(value, row)}
          />
        )}
      </RowByRow>
    </li>
  )
}

interface CorrectionInputProps {
  label: string
  placeholder: string
  value: string
  target: ImportTarget
  onChange: (value: string) => void
}

function CorrectionInput({ label, placeholder, value, target, onChange }: CorrectionInputProps) {
  return (
    <Input
      aria-label={label}
      placeholder={placeholder}
      value={value}
      aria-invalid={value !== '' && readCorrection(value, target).kind === 'fault'}
      autoComplete="off"
      onChange={({ target: input }) => onChange(input.value)}
    />
  )
}
