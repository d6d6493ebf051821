import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { BulkInviteFields } from './bulk-invite-fields.tsx'
import { sendLabel } from './send-label.ts'
import { useBulkInvite } from './use-bulk-invite.ts'

interface InviteSeveralProps {
  /** The people are invited, or nobody shall be. */
  onDone: () => void
}

/** The same as a part of a screen, for a new account. */
export function InviteSeveral({ onDone }: InviteSeveralProps) {
  const { t } = useTranslation()
  const list = useBulkInvite(onDone)
  return (
    <Card>
      <CardHeader
        title={t('Who else should be here?')}
        description={t(
          'Paste addresses from an email app or a spreadsheet, with or without names. Everyone gets an email with a link.',
        )}
      />
      <CardContent>
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            list.send()
          }}
        >
          <BulkInviteFields list={list} />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" pending={list.isPending}>
              {sendLabel(list.fit, t)}
            </Button>
            <Button variant="ghost" onClick={onDone}>
              {t('Skip')}
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  )
}
