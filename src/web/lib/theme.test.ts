import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paintFrame, toggleTheme, useTheme } from './theme.ts';

const root = document.documentElement;
let isSystemDark: boolean;
let onSystemChange: Set<() => void>;

beforeEach(() => {
  isSystemDark = false;
  onSystemChange = new Set();
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () =>
      ({
        get matches() {
          return isSystemDark;
        },
        addEventListener: (_: string, listener: () => void) => onSystemChange.add(listener),
        removeEventListener: (_: string, listener: () => void) => onSystemChange.delete(listener),
      }) as unknown as MediaQueryList,
  );
  document.documentElement.lang = 'en';
  document.head.innerHTML = `<meta name="theme-color" media="(prefers-color-scheme: light)" content="a">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="b">`;
});

/** The boot script hides the page until its typefaces are here. */
afterEach(() => root.removeAttribute('style'));

/** As a visit does: the boot script first, then the app. */
async function open() {
  vi.resetModules();
  await import('../app/boot.ts');
  paintFrame();
  const { result } = renderHook(() => useTheme());
  return { theme: () => result.current, toggle: () => act(toggleTheme) };
}

async function switchToDark() {
  const { theme, toggle } = await open();
  toggle();
  expect(theme()).toBe('dark');
}

/** Whole objects take the place of localStorage: the test page binds its methods at first use, so spies on them come too late or stay. */
const EMPTY_STORAGE: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  clear: () => {},
};

const frameColours = () => [...document.querySelectorAll('meta')].map((meta) => meta.content);

describe('the theme', () => {
  it("is the system's, and follows it", async () => {
    const { theme } = await open();
    expect(theme()).toBe('light');
    isSystemDark = true;
    act(() => onSystemChange.forEach((listener) => listener()));
    expect(theme()).toBe('dark');
    expect(root.dataset['theme']).toBeUndefined();
  });

  it('is remembered once it was switched', async () => {
    const first = await open();
    first.toggle();
    expect(first.theme()).toBe('dark');
    expect(root.dataset['theme']).toBe('dark');
    root.removeAttribute('data-theme');
    const second = await open();
    expect(second.theme()).toBe('dark');
  });

  it("follows the system again after it was switched to the system's own", async () => {
    const { toggle } = await open();
    toggle();
    toggle();
    expect(root.dataset['theme']).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it("colours the browser's frame, whatever the system's theme is", async () => {
    const { toggle } = await open();
    const [light, dark] = frameColours();
    expect(light).not.toBe(dark);
    toggle();
    expect(frameColours()).toEqual([dark, dark]);
  });

  it('holds for the visit where storage is forbidden', async () => {
    const storage = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await switchToDark();
    expect(storage).toHaveBeenCalled();
  });

  it('holds for the visit where storage is full', async () => {
    const setItem = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue({ ...EMPTY_STORAGE, setItem });
    await switchToDark();
    expect(setItem).toHaveBeenCalledOnce();
  });

  it.each(['', 'purple', '<b>'])('takes a remembered "%s" for nothing', async (value) => {
    localStorage.setItem('pipcast.theme', value);
    await open();
    expect(root.dataset['theme']).toBeUndefined();
  });
});
