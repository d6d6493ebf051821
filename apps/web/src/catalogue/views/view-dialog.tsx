import { WorkspaceError } from '@cairn/workspace/errors'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  type ListState,
  type SavedView,
  VIEW_ICONS,
  VIEW_NAME,
  type ViewIcon,
} from '@cairn/workspace/port/records/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRound, Users } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { viewQueries } from '@/queries/records/views.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { ChoiceCards } from '@/ui/form/choice-cards.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useMayShare } from './use-views.ts'
import { VIEW_ICON_STYLES } from './view-icons.ts'

interface ViewDialogProps {
  /** A new view of this list, or the view that gets another name or icon. */
  of: { kind: CatalogueKind; list: ListState } | { view: SavedView }
  open: boolean
  onClose: () => void
  onAdded?: (view: SavedView) => void
}

/** Asks for name and icon of a view, and of a new one for whom it is. */
export function ViewDialog({ of, open, onClose, onAdded }: ViewDialogProps) {
  const { t } = useTranslation()
  const mayShare = useMayShare()
  const isNew = !('view' in of)
  const [name, setName] = useState(isNew ? '' : of.view.name)
  const [icon, setIcon] = useState<ViewIcon>(isNew ? 'bookmark' : of.view.icon)
  const [reader, setReader] = useState<'me' | 'all'>('me')
  const [isEmpty, setEmpty] = useState(false)
  const { save, isSaving, taken } = useSaveView({ of, onClose, ...(onAdded && { onAdded }) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setEmpty(name.trim() === '')
    if (name.trim() !== '') save({ name, icon, isShared: reader === 'all' })
  }
  return (
    <EntityDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      locked={isSaving}
      narrow
      title={isNew ? t('Save View') : t('Rename View')}
      description={
        isNew ? t('Keeps filters, order, grouping and columns of this list under a name.') : undefined
      }
      onSubmit={submit}
      footer={<SubmitButtons label={t('Save')} pending={isSaving} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Field label={t('Name')} required error={isEmpty ? t('Enter a name.') : taken}>
          <Input
            value={name}
            maxLength={VIEW_NAME}
            onChange={({ target }) => {
              setName(target.value)
              setEmpty(false)
            }}
          />
        </Field>
        <IconChoice value={icon} onChange={setIcon} />
        {isNew && mayShare && (
          <ChoiceCards
            label={t('Who sees it')}
            value={reader}
            onChange={setReader}
            options={[
              { value: 'me', label: t('Only me'), icon: UserRound },
              { value: 'all', label: t('Everyone in the account'), icon: Users },
            ]}
          />
        )}
      </div>
    </EntityDialog>
  )
}

function IconChoice({ value, onChange }: { value: ViewIcon; onChange: (icon: ViewIcon) => void }) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('Icon')}</legend>
      <div className="grid grid-cols-8 gap-1">
        {VIEW_ICONS.map((own) => {
          const { icon: Icon, label } = VIEW_ICON_STYLES[own]
          return (
            <label
              key={own}
              title={t(label)}
              className="grid h-9 place-items-center rounded-md border border-transparent text-muted-foreground transition-colors duration-100 hover:bg-muted has-checked:border-primary has-checked:bg-primary-soft has-checked:text-link has-focus-visible:outline-2 has-focus-visible:outline-ring max-md:h-11"
            >
              <input
                type="radio"
                name={name}
                value={own}
                aria-label={t(label)}
                checked={own === value}
                onChange={() => onChange(own)}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4" />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Reports a taken name beside the field. */
function useSaveView({ of, onClose, onAdded }: Omit<ViewDialogProps, 'open'>) {
  const { t } = useTranslation()
  const { views } = useWorkspace()
  const queries = useQueryClient()
  const [taken, setTaken] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    async mutationFn(input: Pick<SavedView, 'name' | 'icon' | 'isShared'>) {
      // The name of a view that counts as deleted is free.
      await pendingDeletions.sendAll()
      if (!('view' in of)) return await views.add({ ...input, kind: of.kind, ...of.list })
      await views.change(of.view.id, { name: input.name, icon: input.icon })
      return null
    },
    async onSuccess(added) {
      await queries.invalidateQueries({ queryKey: viewQueries.all })
      onClose()
      if (added) onAdded?.(added)
    },
    onError(error) {
      const isTaken = error instanceof WorkspaceError && error.kind === 'conflict'
      setTaken(isTaken ? errorMessage(error, t) : null)
      if (!isTaken) toast(failureToast(error, { title: t('The view could not be saved') }, t))
    },
  })
  return { save: mutate, isSaving: isPending, taken }
}
