import type { OwnContact } from '@cairn/workspace/port/alerts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webAddress } from '@/lib/address/web-address.ts'
import { alertQueries } from '@/queries/alerts.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { useChange } from '@/shared/form/use-change.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'

/** How members of the account reach the user. */
export function ContactCard() {
  const { t } = useTranslation()
  const { kind, account, personId } = useMe()
  const query = useQuery(alertQueries.contact(useWorkspace(), personId ?? ''))
  if (kind === 'member' && account === null) return null
  return (
    <LoadedCard
      title={t('Contact')}
      description={t('How members of your account ask you about what you own.')}
      query={query}
      failure={t('Your contact could not be loaded')}
      lines={3}
    >
      {(stored) => (
        <ContactForm
          stored={{ chatUrl: stored?.chatUrl ?? '', showsEmail: (stored?.email ?? null) !== null }}
        />
      )}
    </LoadedCard>
  )
}

function ContactForm({ stored }: { stored: OwnContact }) {
  const { t } = useTranslation()
  const { alerts } = useWorkspace()
  const [{ chatUrl, showsEmail }, setEntered] = useState(stored)
  const { change: save, isChanging } = useChange(alerts, alertQueries.all, {
    write: (part, given: OwnContact) => part.saveContact(given),
    failed: t('This could not be saved'),
    onDone: () => toast({ title: t('Contact saved') }),
  })
  const link = chatUrl.trim()
  const isWrong = link !== '' && webAddress(link) === null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isWrong) save({ chatUrl: link, showsEmail })
  }
  return (
    <form noValidate aria-label={t('Contact')} onSubmit={submit}>
      <Field
        label={t('Chat link')}
        hint={t('For example the link to a direct message in Slack or Teams. It begins with https://.')}
      >
        <Input
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={chatUrl}
          onChange={({ target }) => setEntered({ chatUrl: target.value, showsEmail })}
        />
      </Field>
      <div className="mt-4">
        <Checkbox
          label={t('Show my full email to members of my account')}
          hint={t('Without a chat link they write to it.')}
          checked={showsEmail}
          onChange={(shows) => setEntered({ chatUrl, showsEmail: shows })}
        />
      </div>
      <Button
        type="submit"
        pending={isChanging}
        disabledReason={isWrong ? t('Enter a link that begins with https:// or http://.') : null}
        className="mt-4"
      >
        {t('Save Contact')}
      </Button>
    </form>
  )
}
