import type { DomainOffer, OpenInvitation } from '@cairn/workspace/port/joining'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoining } from '@/shared/joining/use-joining.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** The whole page has to be drawn again: all of it depends on the user. */
const enter = (path: '/' | '/welcome' = '/') => window.location.assign(path)

export function InvitationCard({ invitation }: { invitation: OpenInvitation }) {
  const { t } = useTranslation()
  const { accountName: account, inviterName: inviter } = invitation
  const level = permissionLabel(invitation.level, t)
  const { change: accept, isPending } = useJoining({
    write: (joining) => joining.acceptInvitation(invitation.id),
    failed: t('Error joining'),
    onDone: () => enter(),
  })
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('Join {{account}}', { account })}
        description={
          inviter === null
            ? t('You were invited as {{level}}.', { level })
            : t('{{inviter}} invited you as {{level}}.', { inviter, level })
        }
      />
      <CardContent>
        <Button pending={isPending} onClick={() => accept(undefined)}>
          {t('Join {{account}}', { account })}
        </Button>
      </CardContent>
    </Card>
  )
}

export function DomainCard({ offer }: { offer: DomainOffer }) {
  return offer.accountName === null ? (
    <FoundCard offer={offer} />
  ) : (
    <JoinCard offer={offer} account={offer.accountName} />
  )
}

function JoinCard({ offer, account }: { offer: DomainOffer; account: string }) {
  const { t } = useTranslation()
  const { change: join, isPending } = useJoining({
    write: (joining) => joining.joinDomain(null),
    failed: t('Error joining'),
    // Otherwise the user waits, as the next answer says.
    onDone: (joined) => joined && enter(),
  })
  const { domain } = offer
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('Join {{account}}', { account })}
        description={
          offer.needsAdmission
            ? t('The account for {{domain}}, your email domain. An admin has to admit you first.', {
                domain,
              })
            : t('The account for {{domain}}, your email domain.', { domain })
        }
      />
      <CardContent>
        <Button pending={isPending} onClick={() => join(undefined)}>
          {offer.needsAdmission ? t('Ask to join') : t('Join {{account}}', { account })}
        </Button>
      </CardContent>
    </Card>
  )
}

const NAME_LENGTH = 120

function FoundCard({ offer: { domain, suggestedName } }: { offer: DomainOffer }) {
  const { t } = useTranslation()
  const [name, setName] = useState(suggestedName)
  const { change: found, isPending } = useJoining({
    write: (joining, accountName: string) => joining.joinDomain(accountName),
    failed: t('Error creating the account'),
    onDone: (joined) => joined && enter('/welcome'),
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    found(name)
  }
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('Create the account for {{domain}}', { domain })}
        description={t(
          '{{domain}} has no account yet. If you create it, you become its admin, and colleagues with an address at this domain can join.',
          { domain },
        )}
      />
      <CardContent>
        <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
          <Field label={t('Account Name')} className="w-full">
            <Input
              value={name}
              maxLength={NAME_LENGTH}
              autoComplete="organization"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button type="submit" pending={isPending}>
            {t('Create the account')}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
