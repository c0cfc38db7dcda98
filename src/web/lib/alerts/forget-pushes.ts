/** Ends this browser's subscription to pushes, at a sign-out: what is under way to it is not for the next trader. Never rejects. */
export async function forgetPushes(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await workers?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The browser keeps it: the server has ended it with the session.
  }
}
