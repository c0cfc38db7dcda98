/**
 * Runs in the page before React: stands in for its developer tools and counts the components that each commit renders.
 *
 * React marks a fiber that did work with the flag PerformedWork (1), in production builds too; a subtree that was not
 * touched keeps the very same child pointer as before, so it is not entered.
 */
export function installRenderCounter(): void {
  interface Fiber {
    tag: number;
    flags: number;
    child: Fiber | null;
    sibling: Fiber | null;
    alternate: Fiber | null;
  }
  const FUNCTION_COMPONENTS = new Set([0, 11, 15]); // function, forwardRef, memo
  const PERFORMED_WORK = 1;
  const counter = { rendered: 0, commits: 0 };

  const walk = (fiber: Fiber) => {
    const before = fiber.alternate;
    const isRendered = before === null || (fiber.flags & PERFORMED_WORK) !== 0;
    if (FUNCTION_COMPONENTS.has(fiber.tag) && isRendered) counter.rendered += 1;
    if (before !== null && before.child === fiber.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) {
      // A child that equals its own earlier self by identity was not visited by this commit.
      if (before === null || !isSameChild(before, child)) walk(child);
    }
  };
  const isSameChild = (before: Fiber, child: Fiber) => {
    for (let old = before.child; old !== null; old = old.sibling) if (old === child) return true;
    return false;
  };

  Object.assign(globalThis, {
    pipcastRenders: counter,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        counter.commits += 1;
        walk(root.current);
      },
    },
  });
}
