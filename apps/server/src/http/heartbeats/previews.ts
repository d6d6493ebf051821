/**
 * Programs that open links which people send each other: chats that show a preview, mail systems that look for harm,
 * crawlers. A list of names, and no library of robots: those take curl, wget and every script for one. What runs people's
 * automations in the same houses (Google Apps Script, Power Automate, Slack workflows) is not on it.
 */
const PREVIEWS = [
  // Chats and social networks.
  'slackbot',
  'slack-imgproxy',
  'twitterbot',
  'facebookexternalhit',
  'facebookcatalog',
  'facebot',
  'meta-externalagent',
  'whatsapp/',
  'telegrambot',
  'discordbot',
  'linkedinbot',
  'skypeuripreview',
  'redditbot',
  'pinterestbot',
  'vkshare',
  'viber',
  'mattermost-bot',
  'rocket\\.chat',
  'zulipurlpreview',
  'synapse \\(bot',
  'iframely',
  'embedly',
  // Microsoft's: Office and Outlook look at what is in a text before it is opened.
  'microsoft office',
  'ms-office',
  'microsoft outlook',
  'microsoftpreview',
  'bingpreview',
  // Mail: proxies of pictures, and scanners.
  'googleimageproxy',
  'yahoomailproxy',
  'barracuda',
  'proofpoint',
  'mimecast',
  'messagelabs',
  'trendmicro',
  'trend micro',
  'forcepoint',
  'sophos',
  'fireeye',
  'symantec',
  // Search.
  'googlebot',
  'google-inspectiontool',
  'google-read-aloud',
  'google-pagerenderer',
  'google-safety',
  'googleother',
  'bingbot',
  'applebot',
  'duckduckbot',
  'yandexbot',
  'baiduspider',
  'petalbot',
  'gptbot',
  'claudebot',
]
const PREVIEW = new RegExp(PREVIEWS.join('|'), 'i')

/** Whether a request only looks at a link: by what the program calls itself, or a browser that reads ahead. */
export function isPreview(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? ''
  return /prefetch|preview/i.test(purpose) || PREVIEW.test(headers.get('user-agent') ?? '')
}
