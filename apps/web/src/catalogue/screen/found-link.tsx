import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { foundQueries } from '@/queries/found.ts'
import { Button } from '@/ui/button/button.tsx'

/** The way to what was found of a kind, while something waits. */
export function FoundLink({ kind }: { kind: CatalogueKind }) {
  const { t, i18n } = useTranslation()
  const { data: groups = [] } = useQuery(foundQueries.groups(useWorkspace()))
  const waiting = groups
    .filter((group) => group.kind === kind && group.state === 'waiting')
    .reduce((sum, { count }) => sum + count, 0)
  if (waiting === 0) return null
  return (
    <Button variant="ghost" asChild>
      <Link to={`/discovery?kind=${kind}`}>
        <Inbox aria-hidden />
        {t('Discovery')}
        <span className="text-muted-foreground tabular-nums">{formatNumber(waiting, i18n.language)}</span>
      </Link>
    </Button>
  )
}
