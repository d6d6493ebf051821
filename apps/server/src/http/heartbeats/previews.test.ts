import { expect, it } from 'vitest'
import { isPreview } from './previews.ts'

const sentBy = (agent: string) => isPreview(new Headers({ 'user-agent': agent }))

it.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; Microsoft Office Word 2014)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'BarracudaCentral/1.0',
  'Mimecast-Link-Scanner',
  'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
])('%s looks at links', (agent) => {
  expect(sentBy(agent)).toBe(true)
})

it.each([
  'curl/8.9.1',
  'Wget/1.25.0',
  'python-requests/2.32.3',
  'Python-urllib/3.13',
  'node',
  'undici',
  'axios/1.7.7',
  'Go-http-client/2.0',
  'Java/21.0.4',
  'Ruby',
  'GuzzleHttp/7',
  'Zapier',
  'Make/production',
  'n8n',
  'azure-logic-apps/1.0 (workflow 3f6a; version 08584) microsoft-flow/1.0',
  'PowerAutomate/1.0',
  'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.963',
  'Mozilla/5.0 (Linux; Ubuntu 24.04) PowerShell/7.4.6',
  'Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: UAEmdDd)',
  'Google-Cloud-Scheduler',
  'Google-HTTP-Java-Client/1.44.2 (gzip)',
  'Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)',
  'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
  'actions/http-client',
  'SlackWorkflow/1.0',
  'UiPath-Robot',
  'Blue Prism',
  'MyInvoiceBot/2.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
  '',
])('%s calls', (agent) => {
  expect(sentBy(agent)).toBe(false)
})

it('a browser that reads ahead looks at links', () => {
  expect(isPreview(new Headers({ 'sec-purpose': 'prefetch;prerender' }))).toBe(true)
  expect(isPreview(new Headers({ purpose: 'prefetch' }))).toBe(true)
})
