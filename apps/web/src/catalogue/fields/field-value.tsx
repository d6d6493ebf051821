import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { webAddress } from '@/lib/address/web-address.ts'
import { formatDay } from '@/lib/text/dates.ts'
import { formatMoney } from '@/lib/text/numbers.ts'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { Person, type PersonLook } from '../owner/person.tsx'
import { recordPath } from '../record-path.ts'
import type { RecordField } from './field.ts'
import { choiceOf, numberText } from './field-text.ts'
import { moneyOf } from './money.ts'
import { useRecordName } from './use-record-name.ts'

interface FieldValueViewProps {
  field: RecordField
  /** All that the record has: a cost is shown with its currency. */
  values: FieldValues
  /** How a member stands there. */
  look?: PersonLook
}

/** The value of a field, as lists and details show it; nothing where there is none. */
export function FieldValueView({ field, values, look = 'text' }: FieldValueViewProps) {
  const { t, i18n } = useTranslation()
  const value = values[field.key]
  if (value === undefined) return null
  const money = moneyOf(field, values)
  if (money)
    return <span className="tabular-nums">{formatMoney(money.amount, money.currency, i18n.language)}</span>
  if (typeof value === 'number')
    return <span className="tabular-nums">{numberText(field, value, i18n.language)}</span>
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'object') return <Choices field={field} ids={value} />
  switch (field.type) {
    case 'choice':
    case 'choices':
      return <Choices field={field} ids={[value]} />
    case 'date':
      return (
        <time dateTime={value} className="tabular-nums">
          {formatDay(value, i18n.language)}
        </time>
      )
    case 'member':
      return <Person id={value} look={look} />
    case 'record':
      return <RecordLink field={field} id={value} />
    case 'address':
      return <Address text={value} />
    default:
      return (
        <span dir="auto" className="wrap-anywhere whitespace-pre-line">
          {value}
        </span>
      )
  }
}

function Choices({ field, ids }: { field: RecordField; ids: readonly string[] }) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {ids.map((id) => {
        const { name, color } = choiceOf(field, id)
        return (
          <ColoredBadge key={id} color={color}>
            {name}
          </ColoredBadge>
        )
      })}
    </span>
  )
}

function Address({ text }: { text: string }) {
  const address = webAddress(text)
  return address ? <ExternalLink to={address}>{text}</ExternalLink> : <span dir="auto">{text}</span>
}

function RecordLink({ field, id }: { field: RecordField; id: string }) {
  const { name, isLoading } = useRecordName(field.recordKind, id)
  const { t } = useTranslation()
  if (isLoading) return <Skeleton className="w-24" />
  if (name === null || field.recordKind === null)
    return <span className="text-muted-foreground">{t('Unknown record')}</span>
  return (
    <Link
      to={recordPath({ kind: field.recordKind, id })}
      className="wrap-anywhere rounded-sm font-medium text-link underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  )
}
