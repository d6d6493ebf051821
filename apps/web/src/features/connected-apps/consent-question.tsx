import type { AppRequest } from '@cairn/workspace/port/connected-apps'
import { Check, Plug } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { ConsentFrame } from './consent-frame.tsx'
import { destinationOf } from './destination.ts'
import { scopeSentences } from './scope-words.ts'
import { useRested } from './use-rested.ts'

interface ConsentQuestionProps {
  request: AppRequest
  /** The answer that is on its way. */
  sending: 'approve' | 'deny' | null
  onDecide: (decision: 'approve' | 'deny') => void
}

/** The question of an app: its name, the requested permissions, and the target of the answer. */
export function ConsentQuestion({ request, sending, onDecide }: ConsentQuestionProps) {
  const { t } = useTranslation()
  const { app, email, scopes, redirectUri } = request
  const isRested = useRested()
  return (
    <ConsentFrame
      icon={Plug}
      title={t('Connect {{app}}?', { app: app.name })}
      text={t('It wants to access Cairn on your behalf.')}
    >
      {!app.isVerified && (
        <CardNote>
          {t(
            'This app chose its name itself, and no one has verified it. Allow it only if you started this yourself.',
          )}
        </CardNote>
      )}
      <Permissions scopes={scopes} />
      <dl className="grid gap-3">
        <Fact label={t('Your account')}>{email}</Fact>
        {app.host !== null && <Fact label={t('The app belongs to')}>{app.host}</Fact>}
        <Fact label={t('Afterwards you are sent to')}>{destinationOf(redirectUri, t)}</Fact>
      </dl>
      <div className="flex flex-col gap-2">
        <Button
          size="lg"
          pending={sending === 'approve'}
          waiting={!isRested}
          disabled={sending === 'deny'}
          onClick={() => onDecide('approve')}
        >
          {t('Allow')}
        </Button>
        <Button
          size="lg"
          variant="outline"
          pending={sending === 'deny'}
          disabled={sending === 'approve'}
          onClick={() => onDecide('deny')}
        >
          {t('Deny')}
        </Button>
      </div>
    </ConsentFrame>
  )
}

function Permissions({ scopes }: Pick<AppRequest, 'scopes'>) {
  const { t } = useTranslation()
  const list = useId()
  const sentences = scopeSentences(scopes, t)
  return (
    <section>
      <h2 id={list} className="mb-2 font-medium text-sm">
        {t('It will be able to:')}
      </h2>
      {sentences.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('Nothing, but to know that you agreed.')}</p>
      ) : (
        <ul aria-labelledby={list} className="flex flex-col gap-1.5 text-sm">
          {sentences.map((sentence) => (
            <li key={sentence} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-pretty text-muted-foreground text-xs">
        {t('It can never do more than you. It stays connected until you end it in your profile.')}
      </p>
    </section>
  )
}
