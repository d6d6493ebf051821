import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { failureReason, failureToast } from '@/shared/failure-toast.ts'
import { useOwners } from '@/shared/use-team.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'
import { toast } from '@/ui/toast-store.ts'
import { isWorthRetrying } from '@/workspace/errors.ts'
import {
  BULK_REASONS,
  type BulkChange,
  type BulkOutcome,
  type BulkPreview,
  type BulkReason,
  type BulkTarget,
} from '@/workspace/port/bulk.ts'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import { type DeletionWish, NO_WISH } from '@/workspace/port/deletion.ts'
import { DependentRecords } from '../dependent-records.tsx'
import { statusLook } from '../status-looks.ts'
import { TypedWord, WishFields } from '../wish-fields.tsx'

interface BulkDialogProps {
  target: BulkTarget
  change: BulkChange
  onClose: () => void
  onDone: () => void
}

/** Says what a change of many records will do and what it leaves out, and does it. */
export function BulkDialog({ target, change, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const { data, error } = useQuery({
    queryKey: ['bulk', target, change],
    queryFn: async () => (await workspace.bulk()).preview(target, change),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [wish, setWish] = useState(NO_WISH)
  const [isNumberTyped, setNumberTyped] = useState(false)
  // Guests hear at once that nothing is deleted.
  const isMember = useMe().kind === 'member'
  const needsNumber = isMember && (data?.impact.some(({ active }) => active > 0) ?? false)
  const { act, isPending } = useBulk(target, change, onDone)
  const title = useTitle(target.kind, change)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={
        data
          ? t('{{count}} of {{total}} selected records will change.', {
              count: data.changes,
              total: data.total,
              defaultValue_one: '{{count}} of {{total}} selected records will change.',
            })
          : (error && failureReason(error, t)) || t('Looking at what will change…')
      }
      confirmLabel={change.action === 'delete' ? t('Delete') : t('Change')}
      destructive={change.action === 'delete'}
      pending={isPending || (!data && !error)}
      disabledReason={needsNumber && !isNumberTyped ? t('Type the number first.') : null}
      onConfirm={() => (data && data.changes > 0 ? act({ seenAt: data.seenAt, wish }) : onClose())}
    >
      {data ? <LeftOut outcome={data} /> : !error && <Skeleton className="h-5 w-64 max-w-full" />}
      {data && data.deletes.length > 0 && (
        <Deletion kind={target.kind} preview={data} wish={wish} onWish={setWish}>
          {needsNumber && (
            <TypedWord
              label={t('Type {{number}} to delete them', { number: String(data.deletes.length) })}
              word={String(data.deletes.length)}
              onFit={setNumberTyped}
            />
          )}
        </Deletion>
      )}
    </ConfirmDialog>
  )
}

interface DeletionProps {
  kind: CatalogueKind
  preview: BulkPreview
  wish: DeletionWish
  onWish: (wish: DeletionWish) => void
  children: ReactNode
}

/** What depends on the records that go, and what is done about it. */
function Deletion({ kind, preview: { deletes, impact }, wish, onWish, children }: DeletionProps) {
  return (
    <>
      <DependentRecords groups={impact} />
      <WishFields
        kind={kind}
        deleted={deletes}
        hasDependents={impact.some((group) => group.kind !== 'article')}
        wish={wish}
        onChange={onWish}
      />
      {children}
    </>
  )
}

function LeftOut({ outcome: { leftOut, examples } }: { outcome: BulkOutcome }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-col gap-2 text-sm empty:hidden">
      {BULK_REASONS.filter((reason) => leftOut[reason] > 0).map((reason) => {
        const names = examples.filter((example) => example.reason === reason).map(({ name }) => name)
        const more = leftOut[reason] - names.length
        return (
          <li key={reason}>
            <p className="font-medium">{reasonText(reason, leftOut[reason], t)}</p>
            <p className="wrap-anywhere text-muted-foreground">
              {names.join(', ')}
              {more > 0 && ` +${more}`}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function reasonText(reason: BulkReason, count: number, t: TFunction): string {
  switch (reason) {
    case 'no_right':
      return t('Left out, because you may not change them: {{count}}', {
        count,
        defaultValue_one: 'Left out, because you may not change it: {{count}}',
      })
    case 'already':
      return t('Left out, because they are so already: {{count}}', {
        count,
        defaultValue_one: 'Left out, because it is so already: {{count}}',
      })
    case 'changed_meanwhile':
      return t('Left out, because they were changed meanwhile: {{count}}', {
        count,
        defaultValue_one: 'Left out, because it was changed meanwhile: {{count}}',
      })
  }
}

function useTitle(kind: CatalogueKind, change: BulkChange): string {
  const { t } = useTranslation()
  const person = useOwners().find(({ id }) => id === change.value)?.name || t('Unknown User')
  switch (change.action) {
    case 'owner':
      return change.value === null
        ? t('Leave them without an owner?')
        : t('Make {{person}} their owner?', { person })
    case 'expert':
      return t('Make {{person}} an expert of them?', { person })
    case 'status':
      return t('Set their status to {{status}}?', { status: t(statusLook(kind, change.value).label) })
    case 'delete':
      return t('Delete them?')
  }
}

function useBulk(target: BulkTarget, change: BulkChange, onDone: () => void) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const refresh = () => {
    for (const queryKey of keysOfNews([target.kind])) void queries.invalidateQueries({ queryKey })
  }
  const failed = { title: t('The records could not be changed') }
  const undo = async (act: string) => {
    try {
      const count = await (await workspace.bulk()).undo(act)
      toast({
        title: t('Taken back: {{count}} records', {
          count,
          defaultValue_one: 'Taken back: {{count}} record',
        }),
      })
    } catch (error) {
      toast(failureToast(error, { title: t('It could not be taken back') }, t))
    }
    refresh()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ seenAt, wish }: { seenAt: string; wish: DeletionWish }) =>
      (await workspace.bulk()).change(target, change, seenAt, wish),
    onSuccess({ act, changes, total }) {
      refresh()
      toast({
        title: t('Changed: {{count}} records', {
          count: changes,
          defaultValue_one: 'Changed: {{count}} record',
        }),
        description: changes < total ? t('Left out: {{number}}', { number: total - changes }) : null,
        ...(act !== null && {
          action: { label: t('Undo'), onPress: () => void undo(act), isUndo: true },
        }),
      })
      onDone()
    },
    onError(error) {
      toast(failureToast(error, failed, t))
      // What may be tried again keeps its selection.
      if (!isWorthRetrying(error)) onDone()
    },
  })
  return { act: mutate, isPending }
}
