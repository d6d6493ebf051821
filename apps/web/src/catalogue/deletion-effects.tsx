import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { deletionQueries } from '@/queries/deletion.ts'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { DeletionEffect } from '@/workspace/port/deletion.ts'

/** What goes with a record, a sentence each. A failure is noted, and leaves it unsaid. */
export function DeletionEffects({ kind, id }: { kind: CatalogueKind; id: string }) {
  const { t } = useTranslation()
  const { data = [], error } = useQuery(deletionQueries.effects(useWorkspace(), kind, id))
  useEffect(() => {
    if (error) logFailure('loading what a deletion touches', error)
  }, [error])
  return data.map((effect) => (
    <p key={effect.affected} className="wrap-anywhere">
      {sentence(effect, t)}
    </p>
  ))
}

function sentence({ affected, count, names }: DeletionEffect, t: TFunction): string {
  const rest = count - names.length
  const known = names.map((name) => name || t('Unknown User')).join(', ')
  const all = rest > 0 ? t('{{names}} and {{count}} more', { names: known, count: rest }) : known
  switch (affected) {
    case 'experts':
      return t('No longer listed as its experts: {{names}}', { names: all })
    case 'solutions':
      return t('Solutions that lose it: {{names}}', { names: all })
    case 'articles':
      return t('Articles that lose their system: {{names}}', { names: all })
    case 'automations':
      return t('No longer linked automations: {{names}}', { names: all })
    case 'agents':
      return t('No longer linked agents: {{names}}', { names: all })
  }
}
