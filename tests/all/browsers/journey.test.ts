// A journey through the app in Firefox and in WebKit, and in Firefox with JavaScript off.
import { testJourney } from "./journey";
import { otherBrowsers } from "./web-driver";

testJourney(otherBrowsers.firefox, true);
testJourney(otherBrowsers.webkit, true);
testJourney(otherBrowsers.firefox, false);
