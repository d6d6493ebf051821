import { useTranslation } from 'react-i18next'
import { CopyBlock } from '@/catalogue/heartbeats/copy-block.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { RECIPES, type Recipe } from './recipes.ts'
import { SuggestedEditsCard } from './suggested-edits-card.tsx'

/** How an assistant asks Cairn, and what it may. */
export function AssistantsCards() {
  const { t } = useTranslation()
  const address = new URL('/mcp', location.origin).href
  return (
    <div className="space-y-6">
      <Card>
        <CardHeader
          title={t('Connect Your Assistant')}
          description={t(
            'Your assistant can search Cairn, read records and say who knows what. It sees what you see, and each call is in the audit log.',
          )}
        />
        <CardContent>
          <p className="text-muted-foreground text-sm">{t('The address for assistants')}</p>
          <CopyButton text={address} />
        </CardContent>
      </Card>
      {RECIPES.map((recipe) => (
        <RecipeCard key={recipe.name} recipe={recipe} address={address} />
      ))}
      <SuggestedEditsCard />
    </div>
  )
}

function RecipeCard({ recipe, address }: { recipe: Recipe; address: string }) {
  const { t } = useTranslation()
  const { name, bySignIn, signInText, byToken, tokenText } = recipe
  return (
    <Card>
      <CardHeader title={name} />
      <CardContent>
        <p className="mb-2 text-sm">{t(bySignIn)}</p>
        <CopyBlock
          label={t('{{assistant}}, by signing in', { assistant: name })}
          text={signInText(address)}
        />
        <p className="mt-4 mb-2 text-sm">{t(byToken)}</p>
        <CopyBlock label={t('{{assistant}}, with a token', { assistant: name })} text={tokenText(address)} />
      </CardContent>
    </Card>
  )
}
