interface SampleArticle {
  id: string
  title: string
  excerpt: string
  content: string
  category: 'Development' | 'Customer Success' | 'Finance' | 'Product' | 'Sales' | 'HR'
  author: string
  lastUpdated: string
}

export const DEMO_ARTICLES: readonly SampleArticle[] = [
  {
    id: 'demo-article-1',
    title: 'How we release',
    excerpt: 'Branches, reviews, and what happens between a merge and production.',
    content:
      'Every change has a branch and a second pair of eyes. What is merged is built, tried and released the same day; a switch turns it off again without a release.',
    category: 'Development',
    author: 'Alex Example',
    lastUpdated: '2023-10-02',
  },
  {
    id: 'demo-article-2',
    title: 'The first 30 days of a customer',
    excerpt: 'Who calls whom, and which questions to have answered by then.',
    content:
      'The kick-off is in the first week, the first report in the third. After 30 days the customer should know whom to call, and we should know what they want to reach.',
    category: 'Customer Success',
    author: 'Eli Specimen',
    lastUpdated: '2023-09-18',
  },
  {
    id: 'demo-article-3',
    title: 'Closing the month',
    excerpt: 'The steps in the ERP, in order, with the person to ask for each.',
    content:
      'Book the last invoices, reconcile the bank accounts, check open orders in SAP, then lock the period. Whoever finds a difference writes it down before correcting it.',
    category: 'Finance',
    author: 'Chris Placeholder',
    lastUpdated: '2023-11-05',
  },
  {
    id: 'demo-article-4',
    title: 'Writing a product brief',
    excerpt: 'One page: the problem, for whom, and how we will know that it is solved.',
    content:
      'Begin with the person who has the problem and how they get by today. Name what is left out. A brief that needs a second page is two briefs.',
    category: 'Product',
    author: 'Alex Example',
    lastUpdated: '2023-08-24',
  },
  {
    id: 'demo-article-5',
    title: 'Keeping the pipeline honest',
    excerpt: 'Stages, what has to be true for each, and when to let go.',
    content:
      'A deal moves on when the customer has done something, not when we have. What has not moved for 60 days is closed; it can always be opened again.',
    category: 'Sales',
    author: 'Bo Sample',
    lastUpdated: '2023-07-11',
  },
  {
    id: 'demo-article-6',
    title: 'Welcoming a new colleague',
    excerpt: 'Accounts, equipment and people to meet before the first day.',
    content:
      'Order the equipment two weeks ahead and request access to the systems one week ahead. On the first day: a desk that works, a lunch with the team, and somebody to ask.',
    category: 'HR',
    author: 'Dana Demo',
    lastUpdated: '2023-06-30',
  },
]

interface SampleQuestion {
  id: string
  kind: 'process' | 'question'
  title: string
  description: string
  lastUpdated: string
}

/** Two processes and two questions, for the forum and the search. */
export const DEMO_QUESTIONS: readonly SampleQuestion[] = [
  {
    id: 'demo-process-1',
    kind: 'process',
    title: 'Request access to a system',
    description: 'From the request to the confirmation by the owner.',
    lastUpdated: '2023-09-01',
  },
  {
    id: 'demo-process-2',
    kind: 'process',
    title: 'Retire a system',
    description: 'What to export, whom to tell, and what to switch off last.',
    lastUpdated: '2023-05-19',
  },
  {
    id: 'demo-question-1',
    kind: 'question',
    title: 'Who may change prices in the CRM?',
    description: 'Looking for the person and the limit up to which one may decide alone.',
    lastUpdated: '2023-10-12',
  },
  {
    id: 'demo-question-2',
    kind: 'question',
    title: 'Where do incident reports end up?',
    description: 'After closing an incident: is there a place where they are collected?',
    lastUpdated: '2023-10-30',
  },
]
