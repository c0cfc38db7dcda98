import { expect, test } from 'vitest';
import { isAlertOn, setAlert } from './alert-settings.ts';

test('an alert that another tab switches off is off here at once', () => {
  setAlert('sound', true);
  setAlert('title', true);
  localStorage.setItem('pipcast.alerts', 'title');
  dispatchEvent(new StorageEvent('storage', { key: 'pipcast.alerts' }));
  expect([isAlertOn('sound'), isAlertOn('title')]).toEqual([false, true]);
  setAlert('title', false);
});
