import type { BrowserContext } from 'playwright-core';

/** The settings of the server with some changed, in the page at this address. */
export async function withConfig(context: BrowserContext, address: string, change: object): Promise<void> {
  await context.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="config">)(.*?)(<\/script>)/,
      (_, start, config, end) => `${start}${JSON.stringify({ ...JSON.parse(config), ...change })}${end}`,
    );
    await route.fulfill({ response, body });
  });
}
