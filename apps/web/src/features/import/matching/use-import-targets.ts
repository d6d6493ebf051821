import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFields } from '@/catalogue/fields/use-fields.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { useTeam } from '@/shared/people/use-team.ts'
import type { ImportTarget } from '../reading/mapping.ts'
import { importTargets } from './import-targets.ts'
import { useNamesOf } from './label-texts.ts'

/**
 * The fields of a kind that a column can go to, with their names in all languages; null until names, own fields and people
 * are loaded. A match that is made before would miss some, and be remembered.
 */
export function useImportTargets(kind: CatalogueKind): readonly ImportTarget[] | null {
  const { t } = useTranslation()
  const fields = useFields(kind)
  const { isPending } = useQuery(ownFieldQueries.list(useWorkspace()))
  const { members, isLoading } = useTeam()
  const namesOf = useNamesOf()
  return useMemo(
    () =>
      namesOf === null || isPending || isLoading
        ? null
        : importTargets(kind, fields, { t, namesOf, people: members }),
    [kind, fields, isPending, isLoading, members, namesOf, t],
  )
}
