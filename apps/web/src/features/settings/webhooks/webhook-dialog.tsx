import { WorkspaceError } from '@cairn/workspace/errors'
import type { Webhook } from '@cairn/workspace/port/webhooks'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { AddressFields } from './address-fields.tsx'
import { EventFields } from './event-fields.tsx'
import { FilterFields } from './filter-fields.tsx'
import { useChangeWebhook } from './use-change-webhook.ts'
import {
  draftOfWebhook,
  isAboutFields,
  isAboutRecords,
  isSameDraft,
  NEW_WEBHOOK,
  problemsOf,
  settingsOfDraft,
  type WebhookDraft,
} from './webhook-draft.ts'

/** A webhook that was just made, with its secret. */
interface MadeWebhook extends Pick<WebhookDraft, 'name' | 'format'> {
  id: string
  secret: string
}

interface WebhookDialogProps {
  /** The one that is changed; null for a new one. */
  webhook: Webhook | null
  onMade?: (made: MadeWebhook) => void
  onClose: () => void
}

/** Asks for the URL and the events of a webhook. */
export function WebhookDialog({ webhook, onMade, onClose }: WebhookDialogProps) {
  const { t } = useTranslation()
  const [start] = useState(() => (webhook === null ? NEW_WEBHOOK : draftOfWebhook(webhook)))
  const [draft, setDraft] = useState(start)
  const [isTried, setTried] = useState(false)
  const { save, isSaving, refusal } = useSaveWebhook(webhook, onMade, onClose)
  const { leave, question } = useLeaveGuard(!isSaving && !isSameDraft(draft, start), onClose)
  const problems = isTried ? problemsOf(draft) : {}
  const set = (changes: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problemsOf(draft)).length === 0) save(draft)
    else focusFirstProblem(event.currentTarget)
  }
  const close = () => leave(onClose)
  return (
    <EntityDialog
      open
      onOpenChange={close}
      locked={isSaving}
      wide
      title={webhook === null ? t('New Webhook') : t('Edit Webhook')}
      description={t('Another program is told of what happens in your account.')}
      onSubmit={submit}
      footer={
        <SubmitButtons
          label={webhook === null ? t('Create Webhook') : t('Save Changes')}
          pending={isSaving}
          onCancel={close}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <AddressFields draft={draft} isNew={webhook === null} problems={problems} onChange={set} />
        <EventFields
          value={draft.events}
          onChange={(events) => set({ events })}
          problem={problems.events ? t(problems.events) : null}
        />
        {isAboutRecords(draft.events) && (
          <FilterFields
            value={draft.filter}
            hasFields={isAboutFields(draft.events)}
            onChange={(filter) => set({ filter })}
          />
        )}
        <p role="alert" className="text-destructive-foreground text-sm empty:hidden">
          {refusal}
        </p>
      </div>
      {question}
    </EntityDialog>
  )
}

function useSaveWebhook(webhook: Webhook | null, onMade: WebhookDialogProps['onMade'], onClose: () => void) {
  const { t } = useTranslation()
  const { change, isChanging, error } = useChangeWebhook({
    async write(part, draft: WebhookDraft): Promise<MadeWebhook | null> {
      const settings = settingsOfDraft(draft)
      if (webhook === null)
        return {
          ...(await part.create(settings, draft.format)),
          name: settings.name,
          format: draft.format,
        }
      await part.update(webhook.id, settings)
      return null
    },
    failed: t('The webhook could not be saved'),
    onDone: (made) => (made === null ? onClose() : onMade?.(made)),
  })
  return {
    save: change,
    isSaving: isChanging,
    refusal: error instanceof WorkspaceError ? errorMessage(error, t) : null,
  }
}

/** Once it says what is wrong. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field =
      form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.querySelector<HTMLElement>('fieldset[aria-describedby] input')
    field?.focus()
  })
}
