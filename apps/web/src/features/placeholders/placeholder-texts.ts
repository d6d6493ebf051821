import type { TFunction } from 'i18next'
import { BookOpen, type LucideIcon, MessagesSquare, Workflow } from 'lucide-react'

export interface PlaceholderText {
  icon: LucideIcon
  title: string
  description: string
}

/** Icon and texts for a feature that is still being built, by the first part of its path. */
export function placeholderText(pathname: string, t: TFunction): PlaceholderText {
  const [, area = ''] = pathname.split('/')
  switch (area) {
    case 'questions':
      return {
        icon: MessagesSquare,
        title: t('Q&A Forum'),
        description: t('The Q&A forum feature is coming soon! Ask and answer questions within your team.'),
      }
    case 'knowledge':
      return {
        icon: BookOpen,
        title: t('Knowledge Base'),
        description: t('The knowledge base feature is coming soon! Store and share team knowledge.'),
      }
    default:
      return {
        icon: Workflow,
        title: t('Process Management'),
        description: t(
          'The process management feature is coming soon! Create and manage business processes with flowcharts.',
        ),
      }
  }
}
