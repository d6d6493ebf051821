import type { ImportDecision, ImportPlan, PlannedRow } from '@cairn/workspace/port/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ValueChange } from '@/catalogue/history/value-change.tsx'
import { recordPath } from '@/catalogue/record-path.ts'
import { cn } from '@/lib/cn.ts'
import { Button } from '@/ui/button/button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { importLabel } from '../matching/import-targets.ts'
import { cellWords, type PlanWords } from '../words/cell-words.ts'
import { EFFECT_LOOKS, effectWord } from '../words/effect.ts'
import { rowProblemText } from '../words/row-problem.ts'
import { DuplicateChoice } from './duplicate-choice.tsx'
import { useDecide } from './use-decide.ts'

interface PlannedRowProps {
  plan: ImportPlan
  row: PlannedRow
  words: PlanWords
}

/** As many cells of a new record are shown at once; the rest on demand. */
const SHOWN_CELLS = 6

/** A row of a plan: what happens to it, what is different, and what is wrong or open. */
export function PlannedRowItem({ plan, row, words }: PlannedRowProps) {
  const { t } = words
  const isLeft = row.decision?.do === 'leave'
  const { decide, isDeciding } = useDecide(plan)
  const say = (decision: ImportDecision | null) => decide({ which: { rows: [row.row] }, decision })
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="w-12 shrink-0 text-muted-foreground text-xs tabular-nums">
          {row.row > 0 && t('Row {{row}}', { row: row.row })}
        </span>
        <span
          className={cn(
            'wrap-anywhere min-w-0 flex-1 font-medium text-sm',
            isLeft && 'text-muted-foreground',
          )}
        >
          <RecordName row={row} words={words} />
        </span>
        <Badge variant={row.outcome === 'refused' ? 'danger' : EFFECT_LOOKS[row.effect]}>
          {row.outcome === 'refused' ? t('Refused') : effectWord(row.effect, t)}
        </Badge>
        {plan.state === 'open' && <RowDecision {...{ row, words, isDeciding }} onDecide={say} />}
      </div>
      <Problems row={row} words={words} />
      {row.effect === 'duplicate' && plan.state === 'open' && (
        <DuplicateChoice {...{ row, words, isDeciding }} onDecide={say} />
      )}
      {row.effect !== 'duplicate' && row.effect !== 'gone' && !isLeft && <Cells row={row} words={words} />}
    </li>
  )
}

type PartProps = Omit<PlannedRowProps, 'plan'>

function RecordName({ row: { recordId, name }, words: { kind, t } }: PartProps) {
  const shown = name || t('No name')
  return recordId === null ? (
    <span dir="auto">{shown}</span>
  ) : (
    <Link to={recordPath({ kind, id: recordId })} dir="auto" className="hover:underline">
      {shown}
    </Link>
  )
}

interface RowDecisionProps extends PartProps {
  isDeciding: boolean
  onDecide: (decision: ImportDecision | null) => void
}

/** New and changed rows can be left out; what is gone can go to the bin, and what is in the bin comes back. */
function RowDecision({ row, words: { t }, isDeciding, onDecide }: RowDecisionProps) {
  const { effect, decision, problems } = row
  if (problems.some(({ problem }) => problem === 'in_bin'))
    return (
      <Button variant="outline" size="sm" pending={isDeciding} onClick={() => onDecide({ do: 'restore' })}>
        {t('Restore')}
      </Button>
    )
  // A duplicate that was decided has become a new or a changed row.
  if (decision?.do === 'join' || decision?.do === 'apart')
    return effect === 'duplicate' ? null : (
      <Button variant="ghost" size="sm" pending={isDeciding} onClick={() => onDecide(null)}>
        {t('Decide Again')}
      </Button>
    )
  if (effect === 'new' || effect === 'changed')
    return decision?.do === 'leave' ? (
      <Button variant="outline" size="sm" pending={isDeciding} onClick={() => onDecide(null)}>
        {t('Take In')}
      </Button>
    ) : (
      <Button variant="ghost" size="sm" pending={isDeciding} onClick={() => onDecide({ do: 'leave' })}>
        {t('Skip Row')}
      </Button>
    )
  if (effect !== 'gone') return null
  return decision?.do === 'bin' ? (
    <Button variant="outline" size="sm" pending={isDeciding} onClick={() => onDecide(null)}>
      {t('Keep It')}
    </Button>
  ) : (
    <Button variant="ghost" size="sm" pending={isDeciding} onClick={() => onDecide({ do: 'bin' })}>
      {t('Move to the Bin')}
    </Button>
  )
}

function Problems({ row: { problems }, words: { t, fields } }: PartProps) {
  if (problems.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 text-destructive-foreground text-sm">
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)} className="wrap-anywhere">
          {rowProblemText(problem, (field) => importLabel(field, t, fields), t)}
        </li>
      ))}
    </ul>
  )
}

function Cells({ row: { recordId, cells }, words }: PartProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? cells : cells.slice(0, SHOWN_CELLS)
  if (cells.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]">
      {shown.map((cell) => {
        const { label, before, after } = cellWords(cell, words)
        return (
          <div key={cell.field} className="contents">
            <dt className="wrap-anywhere text-muted-foreground">{label}</dt>
            <dd dir="auto" className="wrap-anywhere line-clamp-3 min-w-0 text-muted-foreground">
              {recordId === null ? (
                <span className="text-foreground">{after}</span>
              ) : (
                <ValueChange before={before} after={after} />
              )}
            </dd>
          </div>
        )
      })}
      {cells.length > shown.length && (
        <dd className="col-start-2">
          <Button variant="link" size="sm" onClick={() => setWhole(true)}>
            {t('{{count}} more', {
              count: cells.length - shown.length,
              defaultValue_one: '{{count}} more',
            })}
          </Button>
        </dd>
      )}
    </dl>
  )
}
