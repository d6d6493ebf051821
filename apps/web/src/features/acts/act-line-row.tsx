import type { ActLine } from '@cairn/workspace/port/records/acts'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { fieldKeyOf } from '@cairn/workspace/rules/field-key'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { problemText } from '@/catalogue/acts/act-words.ts'
import { describeChange, type Names } from '@/catalogue/history/describe-change.ts'
import { ValueChange } from '@/catalogue/history/value-change.tsx'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { statusWord } from '@/catalogue/status-styles.ts'
import { tagDifference } from '@/catalogue/tags/tag-difference.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'

interface ActLineRowProps {
  line: ActLine
  /** The names of fields, members and records. */
  names: Names
  /** Hides the obstacles to an undo, since the undo lists them. */
  isUndone: boolean
}

/** The effect of a bulk change on one record, and the obstacle to its undo. */
export function ActLineRow({ line, names, isUndone }: ActLineRowProps) {
  const { t } = useTranslation()
  const Icon = KINDS[line.kind].icon
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-sm">
          {line.isThere ? (
            <Link to={recordPath({ kind: line.kind, id: line.recordId })} className="hover:underline">
              {line.name}
            </Link>
          ) : (
            line.name
          )}
        </p>
        <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
          {t(CATALOGUES[line.kind].one)} · <What line={line} names={names} />
        </p>
      </div>
      {line.problem && !isUndone && (
        <span className="max-w-2/5 shrink-0 text-right text-muted-foreground text-xs">
          {problemText({ problem: line.problem, by: line.problemBy }, t)}
        </span>
      )}
    </li>
  )
}

function What({ line, names }: Pick<ActLineRowProps, 'line' | 'names'>) {
  const { t } = useTranslation()
  if (line.part === 'created') return t('created')
  if (line.part === 'deleted') return t('deleted')
  if (line.part === 'restored') return t('restored')
  if (line.part === 'tags') return <ValueChange {...tagDifference(line.before, line.after)} />
  if (fieldKeyOf(line.part) !== null) return <FieldLine line={line} names={names} />
  return (
    <ValueChange
      before={valueText(line.part, line.before, line.beforeName, t)}
      after={valueText(line.part, line.after, line.afterName, t)}
    />
  )
}

/** The change of a field, with its name: a cost has two lines. */
function FieldLine({ line: { part, before, after }, names }: Pick<ActLineRowProps, 'line' | 'names'>) {
  return describeChange({ field: part, before, after }, names).map(({ label, ...values }) => (
    <Fragment key={label}>
      {label}: <ValueChange {...values} />
    </Fragment>
  ))
}

function valueText(part: string, value: unknown, name: string | null, t: TFunction): string | null {
  if (value === null || value === undefined) return null
  if (part === 'status') return typeof value === 'string' ? t(statusWord(value)) : null
  return personName(name ?? FORMER, t)
}
