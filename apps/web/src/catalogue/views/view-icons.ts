import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { ViewIcon } from '@cairn/workspace/port/records/views'
import {
  Bell,
  Bookmark,
  Calendar,
  Clock,
  Coins,
  Eye,
  Flag,
  Folder,
  Globe,
  Heart,
  type LucideIcon,
  Shield,
  Star,
  Tag,
  TriangleAlert,
  UserRound,
  Users,
} from 'lucide-react'

/** How the icons of views look, and what they are called. */
export const VIEW_ICON_STYLES: Record<ViewIcon, { icon: LucideIcon; label: Phrase }> = {
  bookmark: { icon: Bookmark, label: phrase('Bookmark') },
  star: { icon: Star, label: phrase('Star') },
  flag: { icon: Flag, label: phrase('Flag') },
  heart: { icon: Heart, label: phrase('Heart') },
  eye: { icon: Eye, label: phrase('Eye') },
  clock: { icon: Clock, label: phrase('Clock') },
  calendar: { icon: Calendar, label: phrase('Calendar') },
  bell: { icon: Bell, label: phrase('Bell') },
  shield: { icon: Shield, label: phrase('Shield') },
  alert: { icon: TriangleAlert, label: phrase('Warning sign') },
  person: { icon: UserRound, label: phrase('Person') },
  people: { icon: Users, label: phrase('People') },
  tag: { icon: Tag, label: phrase('Tag') },
  coins: { icon: Coins, label: phrase('Coins') },
  folder: { icon: Folder, label: phrase('Folder') },
  globe: { icon: Globe, label: phrase('Globe') },
}
