import { useTranslation } from 'react-i18next'
import { Badge } from '@/ui/display/badge.tsx'

/** The number of badges that fit into a cell. */
const SHOWN = 2

/** The knowledge areas of a member, as badges; of many the first ones, and the number of the others. */
export function KnowledgeAreas({ areas }: { areas: readonly string[] }) {
  const { t } = useTranslation()
  if (areas.length === 0) return <span className="text-muted-foreground">{t('None specified')}</span>
  const more = areas.slice(SHOWN)
  return (
    <span className="flex min-w-0 gap-1">
      {areas.slice(0, SHOWN).map((area) => (
        <Badge key={area} variant="outline" className="min-w-0 shrink">
          <span className="truncate">{area}</span>
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge variant="neutral" title={more.join(', ')} className="shrink-0">
          +{more.length}
        </Badge>
      )}
    </span>
  )
}
