import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact } from '@cairn/workspace/port/records/deletion'
import { ExternalLink as ExternalLinkIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Button } from '@/ui/button/button.tsx'
import { LastPublisher, Owner } from '../owner/person.tsx'
import { recordPath } from '../record-path.ts'

const SHOWN_AT_FIRST = 5

interface DependentRecordsProps {
  groups: readonly DeletionImpact[]
  /** Opens records in a new tab, over a question whose answers would be lost with the screen. */
  inNewTab?: boolean
}

/** The dependents of a record, by kind, each a link with its owner. */
export function DependentRecords({ groups, inNewTab = false }: DependentRecordsProps) {
  return groups.map((group) => <Group key={group.kind} group={group} inNewTab={inNewTab} />)
}

interface GroupProps {
  group: DeletionImpact
  inNewTab: boolean
}

function Group({ group: { kind, total, items }, inNewTab }: GroupProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? items : items.slice(0, SHOWN_AT_FIRST)
  return (
    <section className="mt-4 first:mt-0">
      <h3 id={id} className="font-medium text-sm">
        {kind === 'article' ? t('Articles') : t(CATALOGUES[kind].title)}{' '}
        <span className="text-muted-foreground">{formatNumber(total, i18n.language)}</span>
      </h3>
      <ul aria-labelledby={id} className="mt-1 divide-y rounded-md border text-sm">
        {shown.map((item) => (
          <Dependent key={item.id} kind={kind} item={item} inNewTab={inNewTab} />
        ))}
        {isOpen && total > items.length && (
          <li className="px-3 py-1.5 text-muted-foreground">
            {t('and {{count}} more', { count: total - items.length })}
          </li>
        )}
      </ul>
      {items.length > SHOWN_AT_FIRST && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show fewer') : t(total > items.length ? 'Show more' : 'Show all')}
        </Button>
      )}
    </section>
  )
}

interface DependentProps {
  kind: DeletionImpact['kind']
  item: DeletionImpact['items'][number]
  inNewTab: boolean
}

/** A dependent record. The owner has a separate line where both do not fit. */
function Dependent({ kind, item, inNewTab }: DependentProps) {
  const { t } = useTranslation()
  // In a question the user stays.
  const look = inNewTab ? 'text' : 'link'
  const nameStyle = 'wrap-anywhere min-w-0 flex-1 basis-40'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5">
      {kind === 'article' ? (
        <span className={nameStyle}>{item.name}</span>
      ) : (
        <Link
          to={recordPath({ kind, id: item.id })}
          {...(inNewTab && { target: '_blank', title: t('Opens in a new tab') })}
          className={`${nameStyle} rounded-sm underline underline-offset-3`}
        >
          {item.name}
          {inNewTab && <ExternalLinkIcon aria-hidden className="ml-1 inline size-3 align-baseline" />}
        </Link>
      )}
      <span className="max-w-full text-muted-foreground text-xs">
        {kind === 'article' ? (
          <LastPublisher personId={item.ownerId} look={look} />
        ) : (
          <Owner ownerId={item.ownerId} record={{ kind, id: item.id }} look={look} />
        )}
      </span>
    </li>
  )
}
