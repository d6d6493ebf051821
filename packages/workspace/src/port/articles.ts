/** An article without its text, as lists have it. */
export interface ArticleSummary {
  id: string
  accountId: string
  /** Null when the author has left. */
  authorId: string | null
  /** 'Unknown' when no author can be named. */
  authorName: string
  authorAvatar: string | null
  /** The system that it is about, if any. */
  systemId: string | null
  title: string
  excerpt: string
  category: string
  createdAt: Date
  updatedAt: Date
}

/** A text that members have written for each other. */
export interface Article extends ArticleSummary {
  content: string
}

/** The values that an author enters. */
export interface ArticleInput {
  title: string
  excerpt: string
  content: string
  category: string
  systemId: string | null
}

/** The articles of the account. Writes of a signed-out caller are `NotSignedIn`. */
export interface ArticlesPart {
  /** The newest updated first. */
  list(): Promise<readonly ArticleSummary[]>
  /** @throws WorkspaceError of kind `not-found` where the article does not exist. */
  get(id: string): Promise<Article>
  /** Creates an article. The 11th within an hour is refused. */
  create(input: ArticleInput): Promise<Article>
  update(id: string, input: ArticleInput): Promise<Article>
  remove(id: string): Promise<void>
}
