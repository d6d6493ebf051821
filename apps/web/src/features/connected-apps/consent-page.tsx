import type { SecurityPart } from '@cairn/workspace/port/security'
import type { TFunction } from 'i18next'
import { CloudOff, Plug, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { Spinner } from '@/ui/loading/spinner.tsx'
import { ConsentFrame } from './consent-frame.tsx'
import { ConsentQuestion } from './consent-question.tsx'
import { useAppRequest } from './use-app-request.ts'

interface ConsentPageProps {
  apps: SecurityPart['apps']
  /** The request, as the server named it in the address. */
  id: string
}

/** Asks the user whether an app may act for them. */
export function ConsentPage({ apps, id }: ConsentPageProps) {
  const { t } = useTranslation()
  const { state, sending, decide, retry } = useAppRequest(apps, id)
  switch (state.status) {
    case 'loading':
      return <Waiting title={t('Connect an App')} text={t('One moment, please.')} />
    case 'leaving':
      return <Waiting title={t('Connect an App')} text={t('You are sent back to the app.')} />
    case 'asked':
      return <ConsentQuestion request={state.request} sending={sending} onDecide={decide} />
    case 'gone':
      return <ConsentProblem problem="gone" />
    case 'failed':
      return (
        <ConsentFrame icon={CloudOff} title={t('No answer')} text={failureReason(state.error, t)}>
          <Button size="lg" onClick={retry}>
            {t('Try again')}
          </Button>
        </ConsentFrame>
      )
  }
}

function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <ConsentFrame icon={Plug} title={title} text={text}>
      <span role="status" className="grid place-items-center py-2">
        <Spinner />
        <span className="sr-only">{text}</span>
      </span>
    </ConsentFrame>
  )
}

/** Why an app cannot be connected: what the server found wrong, or a request that is over. */
export function ConsentProblem({ problem }: { problem: string }) {
  const { t } = useTranslation()
  return (
    <ConsentFrame icon={Unplug} title={t('App not connected')} text={problemText(problem, t)}>
      <p className="text-pretty text-muted-foreground text-sm">
        {t('Nothing was given to the app. You can close this page.')}
      </p>
    </ConsentFrame>
  )
}

function problemText(problem: string, t: TFunction): string {
  switch (problem) {
    case 'gone':
      return t('This request has expired, or it was already answered. Begin again in the app.')
    case 'guest':
      return t('Guests have no account that an app could act for. Sign in first.')
    case 'invalid_client':
      return t('The app that sent you here is not known. Ask its maker.')
    case 'invalid_redirect_uri':
      return t(
        'The app wants to send you to an address that it did not register or may not use. Ask its maker.',
      )
    case 'invalid_scope':
      return t('The app asks for a permission that it cannot get here. Ask its maker.')
    case 'login_required':
      return t('The app wanted an answer without asking you. That is not possible: begin again in the app.')
    case 'temporarily_unavailable':
      return t('There were too many requests. Wait a few minutes, then begin again in the app.')
    default:
      return t('The app sent a request that cannot be understood. Ask its maker.')
  }
}
