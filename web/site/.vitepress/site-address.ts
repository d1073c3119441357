// Where the site will be seen, and where its sources are, as the environment says. Nothing is guessed: what is unset is in no page.

/** The address in a variable of the environment, without a slash at its end; undefined if there is none. */
export function addressIn(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (
    address &&
    /^https?:$/.test(address.protocol) &&
    address.href === address.origin + address.pathname
  )
    return address.href.replace(/\/+$/, '');
  throw new Error(
    `${name} must be an address such as https://example.org/attention, without ? and #; it is “${text}”.`,
  );
}

/** The address of the first page: that of the folder that is served under SITE_BASE. */
export const siteUrl = addressIn('SITE_URL', process.env.SITE_URL);

/** Where the sources can be read. */
export const repositoryUrl = addressIn('REPOSITORY_URL', process.env.REPOSITORY_URL);

/** What a bar or a footer needs for a link to the repository. */
export function repositoryTheme(word: string, repository = repositoryUrl) {
  if (!repository) return {};
  const href = repository.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return { repository, footer: { message: `<a href="${href}">${word}</a>` } };
}
