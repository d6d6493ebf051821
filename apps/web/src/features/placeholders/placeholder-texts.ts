import type { TFunction } from 'i18next'
import { BookOpen, type LucideIcon, MessagesSquare, UserRound, Users, Workflow } from 'lucide-react'

export interface PlaceholderText {
  icon: LucideIcon
  title: string
  description: string
}

/** Icon and texts for a feature that is still being built, by the first part of its path. */
export function placeholderText(pathname: string, t: TFunction): PlaceholderText {
  const [, area = '', below] = pathname.split('/')
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
    case 'processes':
      return {
        icon: Workflow,
        title: t('Process Management'),
        description: t(
          'The process management feature is coming soon! Create and manage business processes with flowcharts.',
        ),
      }
    default:
      return below
        ? {
            icon: UserRound,
            title: t('Team Member'),
            description: t(
              'What a colleague does, knows and looks after will be shown here, as far as they share it.',
            ),
          }
        : {
            icon: Users,
            title: t('Team'),
            description: t(
              'Your colleagues will be listed here, with their departments and what they know about.',
            ),
          }
  }
}
