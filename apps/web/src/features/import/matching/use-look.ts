import { skipToken, useQuery } from '@tanstack/react-query'
import type { ColumnLook } from '../reading/column-look.ts'
import type { FieldGuess } from '../reading/field-guess.ts'
import type { ImportTarget } from '../reading/mapping.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'

/** Returns how a field reads a column; null until that is known, and for no field. */
export function useLook(column: number, target: ImportTarget | null): ColumnLook | null {
  const store = useDraftStore()
  const { reading } = useImportDraft()
  const { data = null } = useQuery({
    queryKey: ['import', 'look', reading, column, target?.key, target?.choices?.length],
    queryFn: target ? () => store.table().look(column, target) : skipToken,
    networkMode: 'always',
    // Where choices were added, the words stay on the screen until they are read again.
    placeholderData: (before, query) => (query?.queryKey[4] === target?.key ? before : undefined),
  })
  return target && data
}

/** Guesses the field for a column. */
export function useGuess(column: number): FieldGuess | null {
  const store = useDraftStore()
  const { reading } = useImportDraft()
  const { data = null } = useQuery({
    queryKey: ['import', 'guess', reading, column],
    queryFn: () => store.table().guess(column),
    networkMode: 'always',
  })
  return data
}
