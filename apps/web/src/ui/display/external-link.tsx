import { ExternalLink as Icon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

interface ExternalLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> {
  to: URL
  children: string
}

/** A link to another site: in a new tab, which learns nothing of this one. */
export function ExternalLink({ to, children, ...rest }: ExternalLinkProps) {
  const { t } = useTranslation()
  return (
    <a
      {...rest}
      href={to.href}
      target="_blank"
      rel="noopener noreferrer"
      title={t('Opens {{host}} in a new tab', { host: to.host })}
      className="inline-flex max-w-full items-center gap-1.5 rounded-sm font-medium text-link underline-offset-3 hover:underline"
    >
      <span className="truncate">{children}</span>
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </a>
  )
}
