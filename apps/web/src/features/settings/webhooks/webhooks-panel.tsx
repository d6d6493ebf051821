import { useState } from 'react'
import { SecretDialog } from './secret-dialog.tsx'
import { useOpened } from './use-opened.ts'
import { WebhookDetails } from './webhook-details.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookList } from './webhook-list.tsx'

interface ShownSecret {
  name: string
  secret: string
  isRotated: boolean
}

/** The webhooks of the account, or the one that the address names. */
export function WebhooksPanel() {
  const { opened, open, close } = useOpened('webhook')
  const [last, setLast] = useState(opened)
  const [isMaking, setMaking] = useState(false)
  // Stands here, for what asks for a secret goes as soon as there is one.
  const [shown, setShown] = useState<ShownSecret | null>(null)
  if (opened !== null && opened !== last) setLast(opened)
  return (
    <>
      {opened === null ? (
        <WebhookList last={last} onNew={() => setMaking(true)} />
      ) : (
        <WebhookDetails
          key={opened}
          id={opened}
          onSecret={(name, secret) => setShown({ name, secret, isRotated: true })}
          onGone={close}
        />
      )}
      {isMaking && (
        <WebhookDialog
          webhook={null}
          onMade={({ id, name, secret, format }) => {
            // Messages for a channel are not signed.
            if (format === 'standard') setShown({ name, secret, isRotated: false })
            setMaking(false)
            open(id)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {shown && <SecretDialog {...shown} onClose={() => setShown(null)} />}
    </>
  )
}
