import type { ImportCandidate, ImportDecision, PlannedRow } from '@cairn/workspace/port/imports'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ValueChange } from '@/catalogue/history/value-change.tsx'
import { recordPath } from '@/catalogue/record-path.ts'
import { toggled } from '@/lib/toggled.ts'
import { Button } from '@/ui/button/button.tsx'
import { cellWords, type PlanWords } from '../words/cell-words.ts'

interface DuplicateChoiceProps {
  row: PlannedRow
  words: PlanWords
  isDeciding: boolean
  onDecide: (decision: ImportDecision | null) => void
}

/** A row that could be a record that is there: joined field by field, kept apart, or left out. */
export function DuplicateChoice({ row, words, isDeciding, onDecide }: DuplicateChoiceProps) {
  const { t } = useTranslation()
  const { decision, candidates } = row
  return (
    <div className="flex flex-col gap-3 rounded-lg border px-3 py-2.5">
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.recordId ?? candidate.row}
          {...{ candidate, decision, words, isDeciding, onDecide }}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Choice
          label={t('Keep Both')}
          isChosen={decision?.do === 'apart'}
          pending={isDeciding}
          onChoose={() => onDecide({ do: 'apart' })}
        />
        <Choice
          label={t('Skip Row')}
          isChosen={decision?.do === 'leave'}
          pending={isDeciding}
          onChoose={() => onDecide({ do: 'leave' })}
        />
        <p role="status" className="text-muted-foreground text-xs">
          {decidedText(decision, candidates, t)}
        </p>
      </div>
    </div>
  )
}

function decidedText(
  decision: ImportDecision | null,
  candidates: readonly ImportCandidate[],
  t: PlanWords['t'],
): string {
  switch (decision?.do) {
    case 'join': {
      const { recordId } = decision
      return t('Merged with {{name}}', {
        name: candidates.find((each) => each.recordId === recordId)?.name ?? '',
      })
    }
    case 'apart':
      return t('Becomes a record of its own')
    case 'leave':
      return t('Skipped')
    default:
      return t('Not decided yet')
  }
}

interface CandidateProps extends Omit<DuplicateChoiceProps, 'row'> {
  candidate: ImportCandidate
  decision: ImportDecision | null
}

function Candidate({ candidate, decision, words, isDeciding, onDecide }: CandidateProps) {
  const { t } = useTranslation()
  const { recordId, name, cells } = candidate
  const joined = decision?.do === 'join' && decision.recordId === recordId ? decision : null
  const [fields, setFields] = useState<readonly string[]>(joined?.fields ?? cells.map(({ field }) => field))
  const text = candidateText(candidate, t)
  if (recordId === null) return <p className="wrap-anywhere text-sm">{text}</p>
  const join = () =>
    onDecide({ do: 'join', recordId, fields: fields.length === cells.length ? null : fields })
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere text-sm">
        {text}{' '}
        <Link
          to={recordPath({ kind: words.kind, id: recordId })}
          target="_blank"
          className="whitespace-nowrap text-link underline underline-offset-3"
        >
          {t('Show it')}
        </Link>
      </p>
      <ul aria-label={t('What merging changes')} className="flex flex-col gap-1.5 empty:hidden">
        {cells.map((cell) => (
          <JoinedField
            key={cell.field}
            {...{ cell, words }}
            isTaken={fields.includes(cell.field)}
            onToggle={() => setFields(toggled(fields, cell.field))}
          />
        ))}
      </ul>
      <div>
        <Choice
          label={t('Merge with {{name}}', { name })}
          isChosen={joined !== null}
          pending={isDeciding}
          onChoose={join}
        />
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  isChosen: boolean
  pending: boolean
  onChoose: () => void
}

function Choice({ label, isChosen, pending, onChoose }: ChoiceProps) {
  return (
    <Button
      variant={isChosen ? 'secondary' : 'outline'}
      size="sm"
      aria-pressed={isChosen}
      pending={pending}
      onClick={onChoose}
    >
      {isChosen && !pending && <Check aria-hidden />}
      <span className="wrap-anywhere min-w-0 truncate">{label}</span>
    </Button>
  )
}

function candidateText({ name, row, reason }: ImportCandidate, t: PlanWords['t']): string {
  if (row !== null) return t('Row {{row}} has a name like it: {{name}}', { row, name })
  return reason === 'address'
    ? t('{{name}} has the same web address.', { name })
    : t('{{name}} has a name like it.', { name })
}

interface JoinedFieldProps {
  cell: ImportCandidate['cells'][number]
  words: PlanWords
  isTaken: boolean
  onToggle: () => void
}

function JoinedField({ cell, words, isTaken, onToggle }: JoinedFieldProps) {
  const id = useId()
  const { label, before, after } = cellWords(cell, words)
  return (
    <li className="flex items-start gap-2 text-xs">
      <input
        type="checkbox"
        id={id}
        checked={isTaken}
        onChange={onToggle}
        className="mt-0.5 size-3.5 shrink-0 accent-primary max-md:size-5"
      />
      <label htmlFor={id} className="wrap-anywhere min-w-0 text-muted-foreground">
        {label}: <ValueChange before={before} after={after} />
      </label>
    </li>
  )
}
