import type { Invitation } from '@cairn/workspace/port/invitations'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '@/lib/hooks/use-copy.ts'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Field } from '@/ui/form/field.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { mailTemplate } from './mail-template.ts'

interface MailDialogProps {
  invitation: Invitation
  link: string
  onClose: () => void
}

/** A mail with the invitation's link, to be copied and sent by hand. */
export function MailDialog({ invitation, link, onClose }: MailDialogProps) {
  const { t, i18n } = useTranslation()
  const { account } = useMe()
  const { copied, copy } = useCopy()
  const text = mailTemplate(
    { invitation, accountName: account?.name ?? '', inviterName: invitation.inviterName, link },
    t,
    i18n.language,
  )
  async function copyText() {
    try {
      await copy('mail', text)
      toast({ title: t('Copied to clipboard') })
    } catch {
      toast({
        variant: 'destructive',
        title: t('Copy failed'),
        description: t('Please select the text and copy it manually.'),
      })
    }
  }
  return (
    <EntityDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Email for {{name}}', { name: invitation.name })}
      description={t('Send it yourself if the email from Cairn does not arrive.')}
      footer={
        <Button onClick={() => void copyText()}>
          {copied === 'mail' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied === 'mail' ? t('Copied') : t('Copy email')}
        </Button>
      }
    >
      <Field label={t('Email text')}>
        <Textarea readOnly rows={16} value={text} />
      </Field>
    </EntityDialog>
  )
}
