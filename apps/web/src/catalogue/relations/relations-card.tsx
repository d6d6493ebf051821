import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { Network, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime } from '@/lib/text/dates.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { DependentRecords } from '../deletion/dependent-records.tsx'
import { AddRelationDialog } from './add-relation-dialog.tsx'
import { relatedSides, type Trouble, troublesOf, withoutLinks } from './related.ts'
import { RelatedSection } from './related-section.tsx'
import type { LoadedRelations } from './use-relations.ts'

interface RelationsCardProps {
  kind: CatalogueKind
  record: CatalogueRecord
  relations: LoadedRelations
}

/** Lists the records that a record depends on and those that depend on it, with the way to add a relation from either side. */
export function RelationsCard({ kind, record, relations }: RelationsCardProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const reason = useRefusal()('relate-records', null)
  const { error, isLoading, isFetching, retry } = relations
  return (
    <Card>
      <CardHeader
        title={t('Relations')}
        action={
          <>
            <Button asChild variant="ghost" size="sm">
              <Link to={`/map?record=${kind}:${encodeURIComponent(record.id)}&depth=1`}>
                <Network aria-hidden />
                {t('Map')}
              </Link>
            </Button>
            <Button variant="outline" size="sm" disabledReason={reason} onClick={() => setAdding(true)}>
              <Plus />
              {t('Add Relation')}
            </Button>
          </>
        }
      />
      <CardContent>
        {isLoading && <Skeleton className="w-40" />}
        {!isLoading && error && <LoadFailed error={error} isFetching={isFetching} onRetry={retry} />}
        {!isLoading && !error && <Sides kind={kind} record={record} relations={relations} />}
      </CardContent>
      {isAdding && <AddRelationDialog record={record} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Sides({ kind, record: { id }, relations }: RelationsCardProps) {
  const { t } = useTranslation()
  const { near, articles } = relations
  const shown = near && withoutLinks(kind, near)
  const sides = shown ? relatedSides(id, shown) : []
  const elsewhere = near && shown && near.groups.length > shown.groups.length && (
    <p className="text-muted-foreground text-sm">
      {t('Related systems, automations and agents have lists of their own.')}
    </p>
  )
  if (sides.length === 0 && articles.length === 0 && !elsewhere)
    return <p className="text-muted-foreground text-sm">{t('Nothing is linked to it.')}</p>
  return (
    <div className="flex flex-col gap-5">
      <Waits troubles={near ? troublesOf(relatedSides(id, near)) : []} />
      {sides.map((side) => (
        <RelatedSection key={side.side} recordId={id} {...side} />
      ))}
      {articles.length > 0 && <DependentRecords groups={articles} />}
      {elsewhere}
    </div>
  )
}

/** Names the records that keep this one waiting: a record that it depends on is late or fails. */
function Waits({ troubles }: { troubles: readonly Trouble[] }) {
  const { t, i18n } = useTranslation()
  if (troubles.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-caution text-sm">
      {troubles.map(({ record: { id, name, state }, since }) => {
        const values = { name, moment: formatDateTime(since, i18n.language) }
        return (
          <li key={id} className="wrap-anywhere">
            {state === 'late'
              ? t('Waits for {{name}}, late since {{moment}}', values)
              : t('Waits for {{name}}, failing since {{moment}}', values)}
          </li>
        )
      })}
    </ul>
  )
}
