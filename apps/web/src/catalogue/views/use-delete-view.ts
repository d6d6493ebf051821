import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { viewQueries } from '@/queries/records/views.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { useRemoveLater } from '../deletion/use-remove-later.ts'
import { focusOnceGone } from '../focus-row.ts'

/** Gives what deletes a view, until the user takes it back: its id, its place and what it is to members are kept. */
export function useDeleteView(): (view: SavedView) => void {
  const { t } = useTranslation()
  const { views } = useWorkspace()
  const queries = useQueryClient()
  const removeLater = useRemoveLater()
  return (view) => {
    const link = linkOf(view)
    const beside = linkBeside(link, view)
    focusOnceGone(link, () => beside)
    removeLater({
      kind: 'view',
      record: { id: view.id, status: null },
      options: null,
      remove: () => views.remove(view.id),
      done: { title: t('View deleted'), description: view.name },
      tellFailure: (error) => toast(failureToast(error, { title: t('The view could not be deleted') }, t)),
      reload: () => void queries.invalidateQueries({ queryKey: viewQueries.all }),
      onUndone: () => focusOnceGone(null, () => linkOf(view)),
    })
  }
}

const linkIn = (within: ParentNode | null | undefined, selector: string) =>
  within?.querySelector<HTMLElement>(selector) ?? null

/** Where a view stands in the menu. */
function linkOf({ id }: SavedView): HTMLElement | null {
  return linkIn(document, `nav a[href*="${SAVED}=${CSS.escape(id)}"]`)
}

/** Where a user of the keyboard goes on: the view below or above it, or its catalogue. */
function linkBeside(link: HTMLElement | null, { kind }: SavedView): HTMLElement | null {
  const line = link?.closest('li')
  return (
    linkIn(line?.nextElementSibling, 'a') ??
    linkIn(line?.previousElementSibling, 'a') ??
    linkIn(document, `nav a[href="${CATALOGUES[kind].path}"]`)
  )
}
